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
import type { Area } from '../../shared/area'
import { valuesSchema } from '../../shared/schema'
import { SearchSelect } from '../fields/search-select'
import { fieldLabel, t } from '../i18n'
import { fieldRights } from '../providers/permission'
import { FieldInput } from './field'
import { Problems } from './problems'
import { schemaResolver } from './schema-resolver'

/** Chooses fields and the values that all chosen records get; says to how many before it does it. */
export function BulkEdit({ area, count, onAgree, onClose }: Props) {
  const [chosen, setChosen] = useState<string[]>([])
  const [error, setError] = useState<unknown>(null)
  const addId = useId()
  const titleId = useId()
  const form = useForm({
    resolver: (values, context, options) =>
      schemaResolver(valuesSchema(area, fieldRights().mayWrite), (all) => pick(all, chosen))(values, context, options),
  })
  const { isSubmitting } = form.formState
  const offered = bulkFields(area)
    .filter((name) => !chosen.includes(name))
    .map((name) => ({ value: name, label: fieldLabel(area, name) }))
  const agree = async (values: FieldValues) => {
    setError(null)
    await onAgree(pick(values, chosen)).catch(setError)
  }
  return (
    <Dialog open onClose={isSubmitting ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(agree)}>
          <DialogTitle id={titleId}>{t('kit.bulk.edit_title', { count })}</DialogTitle>
          <DialogContent>
            <Stack spacing={2}>
              <Problems error={error} />
              {chosen.map((name) => {
                const field = area.fields[name]
                return (
                  field && (
                    <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
                      <Box sx={{ flex: 1, minWidth: 0 }}>
                        <FieldInput
                          area={area}
                          name={name}
                          field={field}
                          path={name}
                          label={fieldLabel(area, name)}
                          hint={field.required ? undefined : t('kit.bulk.empty_clears')}
                        />
                      </Box>
                      <IconButton
                        sx={{ mt: 2.5 }}
                        aria-label={t('kit.bulk.leave_out', { field: fieldLabel(area, name) })}
                        onClick={() => setChosen(chosen.filter((one) => one !== name))}
                      >
                        <CloseRounded />
                      </IconButton>
                    </Box>
                  )
                )
              })}
              <SearchSelect
                key={chosen.length}
                id={addId}
                autoFocus={chosen.length === 0}
                label={t('kit.bulk.add_field')}
                placeholder={t('kit.bulk.add_field')}
                options={offered}
                chosen={null}
                onChoose={(option) => {
                  if (!option) return
                  form.setValue(option.value, area.fields[option.value]?.kind === 'flag' ? false : null)
                  setChosen([...chosen, option.value])
                }}
              />
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button onClick={onClose} disabled={isSubmitting}>
              {t('kit.cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={chosen.length === 0 || isSubmitting}>
              {isSubmitting ? t('kit.working') : t('kit.bulk.change', { count })}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}

interface Props {
  area: Area
  count: number
  onAgree: (values: FieldValues) => Promise<void>
  onClose: () => void
}

/** Fields that make sense for many at once: not unique, not fixed, no rows. */
const bulkFields = (area: Area): string[] => {
  const { mayWrite } = fieldRights()
  return Object.entries(area.fields)
    .filter(
      ([name, { kind, options }]) =>
        kind !== 'rows' && !options.unique && !options.fixed && !options.readOnly && mayWrite(area, name),
    )
    .map(([name]) => name)
}

const pick = (values: FieldValues, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
