import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import { compare, subtract, withoutTrailingZeros } from '#shared/base/money.ts'
import { type CompositionRow, type GarmentComponent, missingPct } from '#shared/trade/composition.ts'
import { t } from '#web/i18n.ts'

/** The sum of a part's shares and its difference from exactly 100 %, as a live region. */
export function CompositionTotal({ id, rows, component }: Props) {
  const missing = missingPct(rows, component)
  const sign = compare(missing, '0')
  const pct = withoutTrailingZeros(missing.replace('-', ''))
  const total = t('composition.total', { total: withoutTrailingZeros(subtract('100', missing)) })
  const state =
    sign === 0 ? t('composition.complete') : t(sign > 0 ? 'composition.missing' : 'composition.over', { pct })
  return (
    <Box id={id} role="status" className="tabular" sx={totalStyle(sign === 0)}>
      {sign === 0 && <CheckCircleRounded aria-hidden sx={{ fontSize: 18 }} />}
      <span>
        <strong>{total}</strong>
        {t('composition.separator')}
        {state}
      </span>
    </Box>
  )
}

interface Props {
  id: string
  rows: readonly CompositionRow[]
  component: GarmentComponent
}

const totalStyle = (isComplete: boolean) => (theme: Theme) => {
  const { text } = theme.palette.tones[isComplete ? 'success' : 'warning']
  return { display: 'flex', alignItems: 'center', gap: 0.75, fontSize: 13, minHeight: 24, color: text }
}
