import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { Problem } from '#shared/kit/rules.ts'
import { type CareFamily, careCodes, neededCareFamilies } from '#shared/standards/care-codes.ts'
import { careSymbolOf } from '#shared/standards/care-symbols.ts'
import { careProblems, readCareCodes } from '#shared/trade/care.ts'
import { visuallyHidden } from '#web/fields/visually-hidden.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { fieldLabel, language, renderText, t } from '#web/i18n.ts'
import { CareDrawing } from '#web/kit/care/care-symbol.tsx'
import { Field, useFieldError } from '#web/kit/form/field.tsx'
import { Optional } from '#web/kit/form/field-frame.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { Section } from '#web/kit/page/section.tsx'
import { careInstructions } from '../area'
import { symbolFields } from './sections'
import { useCare } from './use-care'

/** The symbols of all families as buttons, and the warnings. */
export function SymbolBuilder() {
  return (
    <Section
      title={t('areas.care-instructions.builder.title')}
      help={t('areas.care-instructions.builder.help')}
      actions={<TypedCodes />}
    >
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {symbolFields.map((family) => (
          <FamilyRow key={family} family={family} />
        ))}
        <Box>
          <Field area={careInstructions} name="warnings" />
          <Contradictions />
        </Box>
      </Box>
    </Section>
  )
}

const isNeeded = (family: CareFamily) => (neededCareFamilies as readonly string[]).includes(family)

/** The symbols of one family as radio buttons, with the meaning of the chosen one. */
function FamilyRow({ family }: { family: CareFamily }) {
  const { field } = useController({ name: family })
  const error = useFieldError(family)
  useShownPath(family)
  const id = useId()
  const chosen = careSymbolOf(field.value)
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      sx={{ minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, mb: 0.5, fontSize: 12, lineHeight: '16px' }}>
        <Box component="span" id={`${id}-label`} sx={{ fontWeight: 500, color: 'text.secondary' }}>
          {fieldLabel(careInstructions, family)}
          {!isNeeded(family) && <Optional />}
        </Box>
        <Box component="span" aria-hidden>
          {chosen?.meaning[language()]}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {!isNeeded(family) && (
          <SymbolOption
            family={family}
            group={id}
            code={null}
            checked={!field.value}
            invalid={error !== undefined}
            onPick={() => field.onChange(null)}
          />
        )}
        {careCodes[family].map((code) => (
          <SymbolOption
            key={code}
            family={family}
            group={id}
            code={code}
            checked={field.value === code}
            invalid={error !== undefined}
            onPick={() => field.onChange(code)}
          />
        ))}
      </Box>
      {error && (
        <Box id={`${id}-error`} role="alert" sx={{ mt: 0.5, fontSize: 12, color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  )
}

function SymbolOption({ group, code, checked, invalid, onPick }: OptionProps) {
  const symbol = careSymbolOf(code)
  const label = symbol?.meaning[language()] ?? t('areas.care-instructions.builder.none')
  return (
    <Box component="label" title={symbol ? label : undefined} sx={optionStyle} data-invalid={invalid || undefined}>
      <input
        type="radio"
        name={group}
        value={code ?? ''}
        checked={checked}
        aria-label={label}
        aria-invalid={invalid || undefined}
        onChange={onPick}
        style={visuallyHidden}
      />
      {symbol ? (
        <CareDrawing symbol={symbol} size={32} decorative />
      ) : (
        <Box aria-hidden sx={{ lineHeight: '32px', fontSize: 20, color: 'text.secondary' }}>
          –
        </Box>
      )}
      <Box component="span" aria-hidden sx={{ fontSize: 12, lineHeight: '14px', color: 'text.secondary' }}>
        {code ?? label}
      </Box>
    </Box>
  )
}

interface OptionProps {
  family: CareFamily
  /** The shared name of the radio buttons of one family. */
  group: string
  code: string | null
  checked: boolean
  invalid: boolean
  onPick: () => void
}

/** Sets all families from typed codes, for users who know them. */
function TypedCodes() {
  const { setValue } = useFormContext()
  const [typed, setTyped] = useState('')
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const id = useId()
  const applyCodes = () => {
    const { choice, problems: unreadable } = readCareCodes(typed)
    setProblems(unreadable)
    if (unreadable.length > 0 || typed.trim() === '') return
    for (const family of symbolFields)
      setValue(family, choice[family] ?? null, { shouldDirty: true, shouldValidate: false })
    setTyped('')
  }
  return (
    <Box sx={{ width: { xs: 1, sm: 300 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        <OutlinedInput
          size="small"
          fullWidth
          value={typed}
          placeholder={t('areas.care-instructions.builder.codes')}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblems([])
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            // Enter would otherwise submit the form.
            event.preventDefault()
            applyCodes()
          }}
          inputProps={{
            'aria-label': t('areas.care-instructions.builder.codes'),
            'aria-describedby': id,
            'aria-invalid': problems.length > 0 || undefined,
            autoComplete: 'off',
            autoCapitalize: 'characters',
          }}
          error={problems.length > 0}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        />
        <Button onClick={applyCodes} sx={{ minHeight: { xs: 44, sm: 36 } }}>
          {t('areas.care-instructions.builder.take_codes')}
        </Button>
      </Box>
      <Box
        id={id}
        role={problems.length > 0 ? 'alert' : undefined}
        sx={{ mt: 0.5, fontSize: 12, color: problems.length > 0 ? 'error.main' : 'text.secondary' }}
      >
        {problems.length > 0
          ? problems.map(({ text }) => <div key={JSON.stringify(text)}>{renderText(text)}</div>)
          : t('areas.care-instructions.builder.codes_hint')}
      </Box>
    </Box>
  )
}

/** Shows contradictions immediately, not only on saving. */
function Contradictions() {
  const problems = careProblems(useCare())
  const refused = useFieldError('warnings')
  if (problems.length === 0 || refused) return null
  return (
    <Box role="status" sx={{ mt: 0.5, fontSize: 12, color: 'error.main' }}>
      {problems.map(({ text }) => (
        <div key={JSON.stringify(text)}>{renderText(text)}</div>
      ))}
    </Box>
  )
}

const optionStyle = {
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 0.25,
  minWidth: 56,
  minHeight: 60,
  px: 0.5,
  py: 0.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  cursor: 'pointer',
  '&[data-invalid]': { borderColor: 'error.main' },
  '&:hover': { bgcolor: 'action.hover' },
  '&:has(:checked)': { bgcolor: 'surfaces.chosen', borderColor: 'focus' },
  '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: 1 },
} as const
