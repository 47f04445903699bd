import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { reference } from '#shared/kit/fields.ts'
import type { PlannedActivity } from '#shared/trade/qa-plan.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { choiceLabel, format, loadAllAreas, useLanguage } from '#web/i18n.ts'
import { ChosenLine, ChosenLines, LinesOfOrder, lineIdsIn } from '#web/kit/form/chosen-lines.tsx'
import { FieldInput } from '#web/kit/form/field.tsx'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { api } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { qaActivities as area } from '../area'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

interface Answer {
  made: number
  lines: { id: number; line_title: string; reason: string | null; activities: PlannedActivity[] }[]
}

/** Lines in one command of the API. */
const maxLines = 100

const order = reference('purchase-orders')

/** Plans the activities that milestones of order lines wait for, after a preview per line. */
export function Page() {
  useLanguage()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const form = useForm({ defaultValues: { purchase_order_id: null } })
  const [lines, setLines] = useState<number[]>(() => lineIdsIn(search.get('lines'), maxLines))
  const [isBusy, setBusy] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [area.name, 'plan', lines],
    queryFn: ({ signal }) => api<Answer>('POST', `${area.name}/plan`, { body: { lines, trial: true }, signal }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const planned = lines.length > 0 ? (data?.lines ?? []) : []
  const count = planned.flatMap(({ activities }) => activities.filter(({ state }) => state === 'new')).length

  const createActivities = async () => {
    setBusy(true)
    try {
      const { made } = await api<Answer>('POST', `${area.name}/plan`, { body: { lines } })
      notify({ tone: 'success', text: screenText('plan.made', { count: made }) })
      await refresh()
      if (!isLeft()) navigate(area.path ?? '/')
    } catch (failure) {
      notifyFailure(failure)
      setBusy(false)
    }
  }

  return (
    <Frame title={screenText('plan.title')} back={{ to: area.path ?? '/', label: listTitle(area) }} fit="form">
      <FormProvider {...form}>
        <Section title={screenText('plan.lines')} help={screenText('plan.help')}>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <FieldInput
              area={area}
              name="purchase_order_id"
              field={order}
              path="purchase_order_id"
              label={screenText('plan.add_order')}
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
              <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('plan.no_lines')}</Box>
            ) : (
              <ChosenLines isStale={isPlaceholderData}>
                {planned.map(({ id, line_title, reason, activities }) => (
                  <ChosenLine
                    key={id}
                    title={line_title}
                    reason={reason && screenText(`plan.reasons.${reason}`)}
                    removeLabel={screenText('plan.remove', { line: line_title })}
                    onRemove={() => setLines((before) => before.filter((other) => other !== id))}
                    entries={activities.map((activity) => ({
                      key: activity.type,
                      name: choiceLabel(area, 'type', activity.type),
                      isNew: activity.state === 'new',
                      words: wordOf(activity),
                    }))}
                  />
                ))}
              </ChosenLines>
            )}
            {lines.length === maxLines && (
              <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
                {screenText('plan.too_many', { count: maxLines })}
              </Box>
            )}
          </Box>
        </Section>
        <Button
          variant="contained"
          disabled={isBusy || isPlaceholderData || count === 0}
          onClick={() => void createActivities()}
          sx={{ alignSelf: { sm: 'start' } }}
        >
          {screenText('plan.make', { count })}
        </Button>
      </FormProvider>
    </Frame>
  )
}

const wordOf = ({ state, is_moved, planned_date }: PlannedActivity) =>
  screenText(`plan.${state === 'new' && is_moved ? 'moved' : state}`, { date: format.date(planned_date) })
