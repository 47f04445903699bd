import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Area } from '#shared/kit/area.ts'
import { type LengthUnit, lengthUnits } from '#shared/trade/lengths.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'

/**
 * Selects the unit of lengths, centimetres or inches. The choices of field `name` are the labels; storage is
 * unaffected.
 */
export function UnitChoice({ area, name, unit, onChange }: Props) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={unit}
      aria-label={fieldLabel(area, name)}
      onChange={(_, chosen: LengthUnit | null) => chosen && onChange(chosen)}
    >
      {lengthUnits.map((value) => (
        <ToggleButton
          key={value}
          value={value}
          sx={{ px: 1.5, py: 0, minHeight: { xs: 44, md: 32 }, textTransform: 'none' }}
        >
          {choiceLabel(area, name, value)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

interface Props {
  area: Area
  name: string
  unit: LengthUnit
  onChange: (unit: LengthUnit) => void
}
