import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { type CareWording, careText } from '#shared/standards/care-text.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useFormScope, useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { careInstructions, generatedTexts } from '../area'
import { useCare } from './use-care'

type GeneratedText = (typeof generatedTexts)[number]

/** The wordings generated from the symbols; each can be edited and reset. */
export function WordingEditor() {
  return (
    <Section
      title={t('areas.care-instructions.builder.wording')}
      help={t('areas.care-instructions.builder.wording_help')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {generatedTexts.map((name) => (
          <Wording key={name} name={name} />
        ))}
      </Box>
    </Section>
  )
}

/** The language tag of a wording, which affects speech output and quotation marks. */
export const langOf = (name: string): string =>
  ({ text_en: 'en', text_en_au: 'en-AU', text_zh: 'zh-CN' })[name] ?? name.slice(-2)

function Wording({ name }: { name: GeneratedText }) {
  const { value, generated, isEdited, change } = useWording(name)
  const [isOpen, setOpen] = useState(false)
  const error = useFieldError(name)
  const id = useId()
  const label = fieldLabel(careInstructions, name)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, minHeight: 22 }}>
        <Box
          component="label"
          htmlFor={isOpen ? id : undefined}
          sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary' }}
        >
          {label}
        </Box>
        {isEdited && <ToneChip tone="info">{t('areas.care-instructions.builder.edited')}</ToneChip>}
      </Box>
      {isOpen || error ? (
        <OutlinedInput
          id={id}
          fullWidth
          multiline
          size="small"
          value={value}
          placeholder={generated}
          error={error !== undefined}
          onChange={(event) => change(event.target.value)}
          inputProps={{
            lang: langOf(name),
            'aria-invalid': error ? true : undefined,
            'aria-describedby': `${id}-help`,
          }}
        />
      ) : (
        <Box lang={langOf(name)} sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
          {value || generated || (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('areas.care-instructions.builder.not_yet')}
            </Box>
          )}
        </Box>
      )}
      {error && (
        <Box id={`${id}-help`} role="alert" sx={{ mt: 0.5, fontSize: 12, color: 'error.main' }}>
          {error}
        </Box>
      )}
      {generated !== '' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -1, mt: 0.25 }}>
          {!isOpen && (
            <Button
              size="small"
              aria-label={`${t('areas.care-instructions.builder.edit')}: ${label}`}
              sx={{ minHeight: { xs: 44, sm: 28 } }}
              onClick={() => setOpen(true)}
            >
              {t('areas.care-instructions.builder.edit')}
            </Button>
          )}
          {isEdited && (
            <Button
              size="small"
              aria-label={`${t('areas.care-instructions.builder.regenerate')}: ${label}`}
              sx={{ minHeight: { xs: 44, sm: 28 } }}
              onClick={() => {
                change(generated)
                setOpen(false)
              }}
            >
              {t('areas.care-instructions.builder.regenerate')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

/** A wording in the form: it follows the symbols until the user edits it. */
const useWording = (name: GeneratedText) => {
  const { field } = useController({ name })
  const { record } = useFormScope()
  useShownPath(name)
  const care = useCare()
  const generated = careText(care, care.warnings ?? [], name.slice('text_'.length) as CareWording)
  const wasEdited = ((record.edited_texts as string[] | undefined) ?? []).includes(name)
  const value = typeof field.value === 'string' ? field.value : ''
  // An earlier release may have generated a different wording.
  const stored = wasEdited ? undefined : record[name]
  const last = useRef(generated)
  useEffect(() => {
    const before = last.current
    last.current = generated
    if (before !== generated && (value === '' || value === before || value === stored)) field.onChange(generated)
  }, [generated, value, stored, field.onChange])
  return {
    value,
    generated,
    isEdited: value !== '' && value !== generated && value !== stored,
    change: field.onChange as (text: string) => void,
  }
}
