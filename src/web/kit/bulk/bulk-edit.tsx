import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import { valuesSchema } from '#shared/kit/schema.ts'
import { SearchSelect } from '#web/fields/search-select.tsx'
import { fieldLabel, t } from '#web/i18n.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { keepingEntries } from '#web/kit/form/keeps-entries.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { schemaResolver } from '#web/kit/form/schema-resolver.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { type BulkValues, bulkFields } from './bulk'
import { DaysInput, daysOf, SetOrMove } from './bulk-days'

/**
 * The dialog for editing all selected records: the person chooses fields and their values, or days to shift dates by.
 */
export function BulkEdit({ area, count, onAgree, onClose }: Props) {
  const names = bulkFields(area)
  // A single field is preselected.
  const [onlyField] = names.length === 1 ? names : []
  const [chosen, setChosen] = useState<string[]>(onlyField ? [onlyField] : [])
  /** Text of the days by field, for dates that are shifted instead of set. */
  const [days, setDays] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const addId = useId()
  const titleId = useId()
  const form = useForm({
    defaultValues: onlyField ? { [onlyField]: emptyValue(area, onlyField) } : {},
    resolver: (values, context, options) =>
      schemaResolver(valuesSchema(area, fieldRights().mayWrite), (all) => pick(all, isSet(chosen, days)))(
        values,
        context,
        options,
      ),
  })
  const { isSubmitting, isDirty } = form.formState
  const isChanged = () => isDirty || chosen.length > (onlyField ? 1 : 0) || Object.keys(days).length > 0
  const offered = names
    .filter((name) => !chosen.includes(name))
    .map((name) => ({ value: name, label: fieldLabel(area, name) }))
  const submit = async (values: FieldValues) => {
    setError(null)
    setTried(true)
    const shiftedNames = chosen.filter((name) => name in days)
    if (shiftedNames.some((name) => daysOf(days[name]) === null)) return
    const shift = Object.fromEntries(shiftedNames.map((name) => [name, daysOf(days[name]) ?? 0]))
    await onAgree({ values: pick(values, isSet(chosen, days)), shift }).catch(setError)
  }
  const setMoved = (name: string, text: string | null) => {
    const { [name]: _, ...otherDays } = days
    setDays(text === null ? otherDays : { ...otherDays, [name]: text })
  }
  return (
    <Dialog
      open
      onClose={isSubmitting ? undefined : keepingEntries(isChanged, onClose)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(submit)}>
          <DialogTitle id={titleId}>{t('editing.bulk.edit_title', { count })}</DialogTitle>
          <DialogContent>
            <Stack spacing={2}>
              <Problems error={error} />
              {chosen.map((name) => (
                <ChosenField
                  key={name}
                  area={area}
                  name={name}
                  days={days[name] ?? null}
                  isTried={isTried}
                  onDays={(text) => setMoved(name, text)}
                  onLeaveOut={() => {
                    setChosen(chosen.filter((other) => other !== name))
                    setMoved(name, null)
                  }}
                />
              ))}
              {offered.length > 0 && (
                <SearchSelect
                  key={chosen.length}
                  id={addId}
                  autoFocus={chosen.length === 0}
                  label={t('editing.bulk.add_field')}
                  placeholder={t('editing.bulk.add_field')}
                  options={offered}
                  chosen={null}
                  onChoose={(option) => {
                    if (!option) return
                    form.setValue(option.value, emptyValue(area, option.value))
                    setChosen([...chosen, option.value])
                  }}
                />
              )}
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button onClick={onClose} disabled={isSubmitting}>
              {t('kit.cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={chosen.length === 0 || isSubmitting}>
              {isSubmitting ? t('kit.working') : t('editing.bulk.change', { count })}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** A chosen field: its value, or the days to shift its dates by. */
function ChosenField({ area, name, days, isTried, onDays, onLeaveOut }: ChosenFieldProps) {
  const field = area.fields[name]
  const label = fieldLabel(area, name)
  if (!field) return null
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {field.kind === 'date' && (
          <SetOrMove label={label} isMoved={days !== null} onChange={(isMoved) => onDays(isMoved ? '' : null)} />
        )}
        {days !== null ? (
          <DaysInput label={label} value={days} isWrong={isTried && daysOf(days) === null} onChange={onDays} />
        ) : (
          <FieldInput
            area={area}
            name={name}
            field={field}
            path={name}
            label={label}
            hint={field.required ? undefined : t('editing.bulk.empty_clears')}
          />
        )}
      </Box>
      <IconButton sx={{ mt: 2.5 }} aria-label={t('editing.bulk.leave_out', { field: label })} onClick={onLeaveOut}>
        <CloseRounded />
      </IconButton>
    </Box>
  )
}

interface ChosenFieldProps {
  area: Area
  name: string
  /** The entered text; null if the field is set to a value. */
  days: string | null
  isTried: boolean
  onDays: (text: string | null) => void
  onLeaveOut: () => void
}

interface Props {
  area: Area
  count: number
  onAgree: (change: BulkValues) => Promise<void>
  onClose: () => void
}

const emptyValue = (area: Area, name: string) => (area.fields[name]?.kind === 'flag' ? false : null)

const isSet = (chosen: readonly string[], days: Record<string, string>) => chosen.filter((name) => !(name in days))

const pick = (values: FieldValues, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
