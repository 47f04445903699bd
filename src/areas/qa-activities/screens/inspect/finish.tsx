import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type BaseSyntheticEvent, useEffect, useMemo } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { today } from '#shared/base/dates.ts'
import { moveInputSchema } from '#shared/kit/schema.ts'
import { countChecks } from '#shared/trade/qa.ts'
import { moveInputLabel, renderText } from '#web/i18n.ts'
import { showFault } from '#web/kit/form/fault.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { fieldGrid } from '#web/kit/form/field-section.tsx'
import { schemaResolver } from '#web/kit/form/schema-resolver.ts'
import { Section } from '#web/kit/page/section.tsx'
import { qaActivities as area } from '../../area'
import { type Closing, closingProblems, needsPacked } from '../../rules'
import { screenText } from '../texts'
import { countsOf } from './running-result'
import type { Work } from './work'

const asks = area.lifecycle?.moves.complete?.asks ?? {}

/** The inputs that complete the inspection: stored on the device while typing, sent after all other entries. */
export function Finish({ record, work, onChange }: Props) {
  const { open } = countChecks(work.checks)
  const form = useForm({
    resolver: useMemo(() => schemaResolver(moveInputSchema(asks)), []),
    defaultValues: {
      ...Object.fromEntries(
        Object.entries(asks).map(([name, { options }]) => [
          name,
          record[options.starts ?? ''] ?? options.default ?? null,
        ]),
      ),
      inspected_on: today(),
      ...work.closing,
    },
  })
  useEffect(() => {
    const { unsubscribe } = form.watch((closing) => onChange((now) => ({ ...now, closing: { ...closing } })))
    return unsubscribe
  }, [form, onChange])
  const finish = (closing: Closing, event?: BaseSyntheticEvent) => {
    // Pieces out of tolerance may be among those with a defect.
    const defective = Object.values(countsOf(work.defects)).reduce((sum, units) => sum + units, 0)
    const problems = closingProblems(record, closing, defective, today())
    for (const { field = '', text } of problems) form.setError(field, { message: renderText(text) })
    if (problems.length > 0) return showFault(event)
    onChange((now) => ({ ...now, closing: { ...closing }, isFinished: true }))
  }
  return (
    <FormProvider {...form}>
      <Box component="form" noValidate onSubmit={form.handleSubmit(finish, (_faults, event) => showFault(event))}>
        <Section title={screenText('inspect.finish')}>
          <Box sx={fieldGrid}>
            {Object.entries(asks).map(([name, field]) => (
              <Box key={name} sx={name === 'remark' ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
                <FieldInput
                  area={area}
                  name={name}
                  field={field}
                  path={name}
                  label={moveInputLabel(area, name)}
                  {...(name === 'packed_pct' && needsPacked(record) && { optional: false })}
                />
              </Box>
            ))}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 2 }}>
            <Button type="submit" variant="contained" disabled={work.isFinished || open > 0} sx={{ minHeight: 44 }}>
              {screenText('inspect.complete')}
            </Button>
            {open > 0 && (
              <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
                {screenText('inspect.checks_open', { count: open })}
              </Box>
            )}
            {work.isFinished && (
              <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
                {screenText('inspect.will_complete')}
              </Box>
            )}
          </Box>
        </Section>
      </Box>
    </FormProvider>
  )
}

interface Props {
  record: Readonly<Record<string, unknown>>
  work: Work
  onChange: (edit: (work: Work) => Work) => void
}
