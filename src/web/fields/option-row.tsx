import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { t } from '#web/i18n.ts'
import { visuallyHidden } from './visually-hidden'

export interface Option {
  value: string
  label: string
}

/**
 * A few options as a row of buttons: radio buttons, or check boxes with `several`. With `clearable` the selected option
 * can be deselected.
 */
export function OptionRow({
  id,
  label,
  labelId,
  options,
  value,
  onChange,
  onBlur,
  several,
  clearable,
  ...aria
}: Props) {
  const pick = (option: string) => {
    if (!several) onChange([option])
    else onChange(value.includes(option) ? value.filter((other) => other !== option) : [...value, option])
  }
  return (
    <Box
      id={id}
      role={several ? 'group' : 'radiogroup'}
      aria-label={labelId ? undefined : label}
      aria-labelledby={labelId}
      aria-describedby={aria.describedBy}
      onBlur={onBlur}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, minHeight: 36, alignItems: 'center' }}
    >
      {options.map((option) => (
        <Box
          key={option.value}
          component="label"
          sx={(theme) => ({
            position: 'relative',
            display: 'inline-flex',
            alignItems: 'center',
            minHeight: { xs: 44, sm: 32 },
            px: 1.5,
            fontSize: 13,
            borderRadius: 1,
            cursor: 'pointer',
            border: `1px solid ${aria.invalid ? theme.palette.error.main : theme.palette.divider}`,
            '&:hover': { bgcolor: 'action.hover' },
            '&:has(:checked)': {
              bgcolor: theme.palette.surfaces.chosen,
              borderColor: theme.palette.focus,
              fontWeight: 500,
            },
            '&:has(:focus-visible)': { outline: `2px solid ${theme.palette.focus}`, outlineOffset: 1 },
          })}
        >
          <input
            type={several ? 'checkbox' : 'radio'}
            name={id}
            value={option.value}
            checked={value.includes(option.value)}
            onChange={() => pick(option.value)}
            style={visuallyHidden}
          />
          {option.label}
        </Box>
      ))}
      {clearable && value.length > 0 && (
        <ButtonBase
          onClick={() => onChange([])}
          sx={{ fontSize: 12, color: 'text.secondary', px: 1, minHeight: { xs: 44, sm: 32 }, borderRadius: 1 }}
        >
          {t('kit.form.clear_choice')}
        </ButtonBase>
      )}
    </Box>
  )
}

interface Props {
  id: string
  label: string
  labelId?: string
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  several?: boolean
  clearable?: boolean
  invalid?: boolean
  describedBy?: string
}
