import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type LengthUnit, lengthUnits } from '#shared/trade/measures.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { specifications } from '../../area'

/** Whether lengths are shown in centimetres or inches; they are stored once. */
export function UnitChoice({ unit, onChange }: { unit: LengthUnit; onChange: (unit: LengthUnit) => void }) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={unit}
      aria-label={fieldLabel(specifications, 'unit')}
      onChange={(_, chosen: LengthUnit | null) => chosen && onChange(chosen)}
    >
      {lengthUnits.map((value) => (
        <ToggleButton
          key={value}
          value={value}
          sx={{ px: 1.5, py: 0, minHeight: { xs: 44, md: 32 }, textTransform: 'none' }}
        >
          {choiceLabel(specifications, 'unit', value)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
