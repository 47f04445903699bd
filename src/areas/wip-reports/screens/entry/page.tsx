import Box from '@mui/material/Box'
import { today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import type { LinesToReport, LineToReport } from '#shared/trade/cutting-gate.ts'
import type { LineProgress, WipStage } from '#shared/trade/production.ts'
import { format } from '#web/i18n.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { useProgress } from '../data'
import { OpenSamples } from '../open-samples'
import { articleName, colourName, screenText } from '../texts'
import { DaySection, RemarkSection, Restored, SaveBar, StagesSection } from './form-parts'
import { useEntry } from './use-entry'
import { useEntrySave } from './use-entry-save'

/** Reports the progress of one line: units per stage, a remark, a photo. Designed for phones. */
export function EntryOfLine({ area, line: id }: { area: Area; line: number }) {
  const { data, error, refetch } = useProgress([id])
  const line = data?.lines[0]
  const back = { to: `${area.path}/new`, label: screenText('pick') }
  if (error && !data)
    return (
      <Page title={screenText('report')} back={back} fit="form">
        <FailedState error={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (data && !line)
    return (
      <Page title={screenText('report')} back={back} fit="form">
        <EmptyState title={screenText('no_line')} text={screenText('none_help')} />
      </Page>
    )
  return (
    <Page title={line?.line_title ?? screenText('report')} facts={line && <Facts line={line} />} back={back} fit="form">
      {line && data && <EntryForm area={area} line={line} of={data} onStale={() => void refetch()} />}
    </Page>
  )
}

const Facts = ({ line }: { line: LineProgress }) => (
  <>
    <span>{[`${line.article_no} ${articleName(line)}`, colourName(line)].filter(Boolean).join(' · ')}</span>
    <span className="tabular">{screenText('units', { units: format.number(line.qty) })}</span>
    <span>{screenText('due', { day: format.date(line.ex_factory_date) })}</span>
  </>
)

function EntryForm({ area, line, of: { reports, stops_cutting }, onStale }: FormProps) {
  const day = today(zoneOf(line.country))
  const draft = useEntry(line.id, { date: day, factory_id: null, stages: {}, remark: '' })
  const factories = [
    ...new Map(reports.flatMap(({ factory_id, factory }) => (factory_id ? [[factory_id, factory] as const] : []))),
  ].map(([id, name]) => ({ id, name }))
  const factoryId = draft.entry.factory_id ?? factories[0]?.id ?? null
  const lastOf = (stage: WipStage) =>
    reports.find((report) => report.stage === stage && report.factory_id === factoryId)
  const saving = useEntrySave({ area, line, factoryId, lastOf, draft, onStale })
  const shared = { area, line, draft, saving, factories, factoryId }
  return (
    <Box
      component="form"
      noValidate
      aria-label={screenText('report_line', { line: line.line_title })}
      onSubmit={(event) => {
        event.preventDefault()
        void saving.save()
      }}
      sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}
    >
      <Restored draft={draft} />
      <OpenSamples line={line} stops={stops_cutting} />
      <DaySection {...shared} day={day} />
      <StagesSection {...shared} lastOf={lastOf} />
      <RemarkSection {...shared} />
      <SaveBar saving={saving} />
    </Box>
  )
}

interface FormProps {
  area: Area
  line: LineToReport
  of: LinesToReport
  /** Called when the reports shown are out of date. */
  onStale: () => void
}
