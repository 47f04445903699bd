import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { format, t } from '#web/i18n.ts'

/** The current page with buttons to others; nothing for a single page. */
export function Pager({ page, size, total, onTurn }: Props) {
  if (total <= size) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 0.5, mt: 1, fontSize: 13 }}>
      <span className="tabular" aria-live="polite">
        {t('kit.list.range', {
          from: format.number((page - 1) * size + 1),
          to: format.number(Math.min(page * size, total)),
          total: format.number(total),
        })}
      </span>
      <IconButton aria-label={t('kit.list.previous')} disabled={page === 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeftRounded />
      </IconButton>
      <IconButton aria-label={t('kit.list.next')} disabled={page * size >= total} onClick={() => onTurn(page + 1)}>
        <ChevronRightRounded />
      </IconButton>
    </Box>
  )
}

interface Props {
  page: number
  size: number
  total: number
  onTurn: (page: number) => void
}
