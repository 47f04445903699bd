import FolderSharedRounded from '@mui/icons-material/FolderSharedRounded'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import { belongingOf, belongs } from '#shared/kit/portfolio.ts'
import { language, t } from '#web/i18n.ts'
import { type Portfolio, useSession } from '#web/providers/session.ts'

/** Tells people whose scope is a portfolio why records are missing; nothing when person or area has no portfolio. */
export function PortfolioNote({ area }: { area?: Area }) {
  const portfolio = useSession()?.data.portfolio
  if (!portfolio || (area && !belongs(register, area) && !belongingOf(register, area))) return null
  const isEmpty = portfolio.suppliers.length === 0
  const explanation = t(isEmpty ? 'members.portfolio.empty' : 'members.portfolio.why')
  return (
    <Tooltip title={explanation}>
      <Chip
        size="small"
        variant="outlined"
        color={isEmpty ? 'warning' : 'default'}
        icon={<FolderSharedRounded />}
        label={t('members.portfolio.own', { names: portfolioNames(portfolio) })}
        aria-description={explanation}
        tabIndex={0}
        sx={{ maxWidth: '100%' }}
      />
    </Tooltip>
  )
}

/** The names of a portfolio's entries in the language of the screen, as one text. */
export const portfolioNames = ({ names }: Portfolio): string =>
  names.map(({ name_en, name_zh }) => (language() === 'zh' && name_zh) || name_en).join(t('kit.comma'))
