import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { reference } from '#shared/kit/fields.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, format, language } from '#web/i18n.ts'
import { ChosenLine, ChosenLines, LinesOfOrder, lineIdsIn } from '#web/kit/form/chosen-lines.tsx'
import { FieldInput } from '#web/kit/form/field.tsx'
import { worklistNamed } from '#web/kit/page/area-of.ts'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { api } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { sampleRequests as area } from '../area'
import { screenText } from './texts'

interface PlannedSample {
  sample_type_id: number
  name_en: string
  name_zh: string | null
  due_date: string
  is_moved: boolean
  state: 'new' | 'exists' | 'no_colourway'
}

interface PlannedLine {
  id: number
  line_title: string
  plan: string | null
  reason: string | null
  samples: PlannedSample[]
}

interface Answer {
  made: number
  lines: PlannedLine[]
}

/** Lines in one command of the API. */
const maxLines = 100

const order = reference('purchase-orders')
const location = reference('locations', { required: true })

/** Requests all samples of the categories' plans for order lines, after a preview per line. */
export function PlanForLines() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const form = useForm({ defaultValues: { purchase_order_id: null, location_id: null } })
  const [lines, setLines] = useState<number[]>(() => lineIdsIn(search.get('lines'), maxLines))
  const [isSent, setSent] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [area.name, 'plan', lines],
    queryFn: ({ signal }) => api<Answer>('POST', `${area.name}/plan`, { body: { lines, trial: true }, signal }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const planned = lines.length > 0 ? (data?.lines ?? []) : []
  const count = planned.flatMap(({ samples }) => samples.filter(({ state }) => state === 'new')).length
  const table = worklistNamed('sample-request-worklist')

  const createRequests = async ({ location_id }: { location_id: number | null }) => {
    if (location_id === null) return form.setError('location_id', { message: screenText('location_needed') })
    setBusy(true)
    try {
      const { made } = await api<Answer>('POST', `${area.name}/plan`, { body: { lines, location_id, send: isSent } })
      notify({ tone: 'success', text: screenText('made', { count: made }) })
      await refresh()
      if (!isLeft()) navigate(table.path ?? '/')
    } catch (failure) {
      notifyFailure(failure)
      setBusy(false)
    }
  }

  return (
    <Page title={screenText('plan_title')} back={{ to: table.path ?? '/', label: listTitle(table) }} fit="form">
      <FormProvider {...form}>
        <Box component="form" noValidate onSubmit={form.handleSubmit(createRequests)} sx={{ display: 'grid', gap: 2 }}>
          <Section title={screenText('plan_lines')} help={screenText('plan_help')}>
            <Box sx={{ display: 'grid', gap: 2 }}>
              <FieldInput
                area={area}
                name="purchase_order_id"
                field={order}
                path="purchase_order_id"
                label={screenText('add_order')}
                optional={false}
              />
              <LinesOfOrder
                area={area}
                most={maxLines}
                onFound={(found) => setLines((before) => [...new Set([...before, ...found])].slice(0, maxLines))}
              />
              {error ? (
                <FailedState error={error} onRetry={() => void refetch()} />
              ) : lines.length === 0 ? (
                <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('no_lines')}</Box>
              ) : (
                <ChosenLines isStale={isPlaceholderData}>
                  {planned.map(({ id, line_title, plan, reason, samples }) => (
                    <ChosenLine
                      key={id}
                      title={line_title}
                      note={plan}
                      reason={reason && screenText(`reasons.${reason}`)}
                      removeLabel={screenText('remove', { line: line_title })}
                      onRemove={() => setLines((before) => before.filter((other) => other !== id))}
                      entries={samples.map((sample) => ({
                        key: sample.sample_type_id,
                        name: nameOf(sample),
                        isNew: sample.state === 'new',
                        words: wordOf(sample),
                      }))}
                    />
                  ))}
                </ChosenLines>
              )}
              {lines.length === maxLines && (
                <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('too_many', { count: maxLines })}</Box>
              )}
            </Box>
          </Section>
          <Section title={fieldLabel(area, 'location_id')}>
            <FieldInput
              area={area}
              name="location_id"
              field={location}
              path="location_id"
              label={fieldLabel(area, 'location_id')}
            />
            <FormControlLabel
              control={<Checkbox checked={isSent} onChange={(_, checked) => setSent(checked)} />}
              label={screenText('send_now')}
              sx={{ mt: 1 }}
            />
          </Section>
          <Button
            type="submit"
            variant="contained"
            disabled={isBusy || isPlaceholderData || count === 0}
            sx={{ justifySelf: { sm: 'start' } }}
          >
            {screenText('make', { count })}
          </Button>
        </Box>
      </FormProvider>
    </Page>
  )
}

const nameOf = ({ name_en, name_zh }: PlannedSample) => (language() === 'zh' && name_zh) || name_en

const wordOf = ({ state, is_moved, due_date }: PlannedSample) =>
  screenText(`planned.${state === 'new' && is_moved ? 'moved' : state}`, { date: format.date(due_date) })
