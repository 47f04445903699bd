import Box from '@mui/material/Box'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n.ts'

/** The frame of an input: its label above, help or error below. Optional fields are marked, as most are required. */
export function FieldFrame({ label, optional, hint, error, children }: Props) {
  const id = useId()
  const labelId = `${id}-label`
  const helpId = `${id}-help`
  return (
    <Box sx={{ minWidth: 0, '& .MuiOutlinedInput-root': { minHeight: { xs: 44, sm: 36 } } }}>
      <Box
        component="label"
        id={labelId}
        htmlFor={id}
        sx={{ display: 'block', fontSize: 12, fontWeight: 500, lineHeight: '16px', mb: 0.5, color: 'text.secondary' }}
      >
        {label}
        {optional && <Optional />}
      </Box>
      {children({ id, labelId, ...(error || hint ? { describedBy: helpId } : {}) })}
      {(error || hint) && (
        <Box
          id={helpId}
          role={error ? 'alert' : undefined}
          sx={{
            fontSize: 12,
            lineHeight: '16px',
            mt: 0.5,
            whiteSpace: 'pre-line',
            color: error ? 'error.main' : 'text.secondary',
          }}
        >
          {error || hint}
        </Box>
      )}
    </Box>
  )
}

/** Marks a label as optional. */
export const Optional = () => (
  <Box component="span" sx={{ fontWeight: 400, ml: 0.25 }}>
    {' '}
    {t('kit.form.optional')}
  </Box>
)

interface Props {
  label: string
  optional?: boolean
  hint?: string
  error?: string
  children: (binding: { id: string; labelId: string; describedBy?: string }) => ReactNode
}
