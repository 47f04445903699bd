import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addDays, today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { zoneOf } from '#shared/standards/time-zones.ts'
import { type LastReport, type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'
import { date as dateKind } from '#web/fields/date.tsx'
import { OptionRow } from '#web/fields/option-row.tsx'
import { ReferenceInput } from '#web/fields/reference-input.tsx'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldHint, fieldLabel, format, t } from '#web/i18n.ts'
import { FieldFrame } from '#web/kit/form/field-frame.tsx'
import { useReachable } from '#web/kit/form/use-reachable.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { HttpError } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { wipReports } from '../area'
import { lastReportDay } from '../rules'
import { useProgress } from './data'
import {
  dropEntry,
  type Entry,
  findEntry,
  isUnreached,
  keepEntry,
  keyFor,
  readUnits,
  type StageEntry,
  sendPhoto,
  sendReport,
} from './entry-state'
import { Photos } from './photos'
import { StageInput } from './stage-input'
import { articleName, colourName, screenText, stageLabel } from './texts'

/** Reports how far one line is: a figure for each stage that moved, a remark, a photo. Made for a thumb on a phone. */
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
      {line && data && <EntryForm area={area} line={line} told={data.told} onStale={() => void refetch()} />}
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

function EntryForm({ area, line, told, onStale }: FormProps) {
  const day = today(zoneOf(line.country))
  const fresh: Entry = { date: day, factory_id: null, stages: {}, remark: '' }
  const [entry, setEntry] = useState(fresh)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [faults, setFaults] = useState<Partial<Record<WipStage, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLost, setLost] = useState(false)
  const [restored, setRestored] = useState<string | null>(null)
  const latest = useRef(entry)
  const busy = useRef(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const isBack = useReachable(isLost && !isBusy)
  const ids = { remark: useId(), date: useId(), quick: useId(), factory: useId() }

  const factories = [...new Map(told.flatMap(({ factory_id, factory }) => (factory_id ? [[factory_id, factory]] : [])))]
  const factory_id = entry.factory_id ?? ((factories[0]?.[0] as number | undefined) || null)
  const lastOf = (stage: WipStage) => told.find((one) => one.stage === stage && one.factory_id === factory_id)
  const touched = wipStages.filter((stage) => (entry.stages[stage]?.typed ?? '') !== '')

  const change = (next: Partial<Entry>) => {
    latest.current = { ...latest.current, ...next }
    setEntry(latest.current)
    // At once, not on leaving: a phone that runs out of battery says no goodbye.
    if (isEmpty(latest.current)) dropEntry(line.id)
    else keepEntry(line.id, latest.current)
  }
  const changeStage = (stage: WipStage, next: Partial<StageEntry>) => {
    setFaults(({ [stage]: _, ...others }) => others)
    const before = latest.current.stages[stage] ?? { typed: '', reason: '' }
    change({ stages: { ...latest.current.stages, [stage]: { ...before, ...next } } })
  }

  useEffect(() => {
    void findEntry(line.id).then((draft) => {
      if (!draft || !isEmpty(latest.current)) return
      latest.current = draft.values.entry
      setEntry(latest.current)
      setRestored(draft.at)
    })
  }, [line.id])

  const save = async () => {
    if (busy.current) return
    const found = faultsOf(line, latest.current, lastOf)
    setFaults(found)
    setProblem(null)
    if (Object.keys(found).length > 0 || touched.length === 0) return
    busy.current = true
    setBusy(true)
    setLost(false)
    let kept: number | null = null
    let isStopped = false
    const refused: typeof faults = {}
    for (const stage of touched) {
      const own = latest.current.stages[stage]
      if (!own) continue
      const isLast = stage === touched.at(-1)
      const report = {
        po_line_id: line.id,
        stage,
        report_date: latest.current.date,
        cumulative_qty: Number(readUnits(own.typed)),
        factory_id,
        ...(own.reason.trim() ? { correction_reason: own.reason.trim() } : {}),
        ...(isLast && latest.current.remark.trim() ? { remark: latest.current.remark.trim() } : {}),
      }
      const content = JSON.stringify(report)
      const key = keyFor(own, content)
      changeStage(stage, { sent: { content, key } })
      const last = lastOf(stage)
      try {
        kept = (await sendReport(report, last?.report_date === report.report_date ? last : undefined, key)).id
        const { [stage]: _, ...others } = latest.current.stages
        change({ stages: others, ...(isLast ? { remark: '' } : {}) })
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        if (isUnreached(error)) {
          setLost(true)
          isStopped = true
          break
        }
        refused[stage] = messageOf(error)
      }
    }
    if (kept !== null) for (const photo of photos) await keepPhoto(kept, photo)
    busy.current = false
    setBusy(false)
    setFaults(refused)
    if (kept !== null) setPhotos([])
    if (isStopped) return
    if (Object.keys(refused).length > 0) {
      setProblem(screenText('some_refused', { count: Object.keys(refused).length }))
      onStale()
      return
    }
    dropEntry(line.id)
    notify({ tone: 'success', text: screenText('saved', { line: line.line_title }) })
    navigate(`${area.path}/new`, { replace: true })
    await refresh()
  }
  const again = useRef(save)
  again.current = save
  // What was kept goes off by itself: its keys are those of the first try.
  useEffect(() => {
    if (isBack) void again.current()
  }, [isBack])

  const unchanged = line.wip_stage
  return (
    <Box
      component="form"
      noValidate
      aria-label={screenText('report_line', { line: line.line_title })}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}
    >
      {restored && (
        <Alert
          severity="info"
          variant="outlined"
          action={
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                change(fresh)
                setRestored(null)
              }}
            >
              {t('editing.draft.discard')}
            </Button>
          }
        >
          {screenText('restored', { at: format.moment(restored) })}
        </Alert>
      )}
      {isLost && (
        <Alert severity="warning" variant="outlined" role="alert">
          {screenText('kept_here')}
        </Alert>
      )}
      {problem && (
        <Alert severity="error" variant="outlined" role="alert">
          {problem}
        </Alert>
      )}
      <Section title={fieldLabel(wipReports, 'report_date')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <OptionRow
            id={ids.quick}
            label={fieldLabel(wipReports, 'report_date')}
            options={[
              { value: day, label: screenText('today') },
              { value: addDays(day, -1), label: screenText('yesterday') },
            ]}
            value={[entry.date]}
            onChange={([date = day]) => change({ date })}
          />
          <Box sx={{ width: 200 }}>
            <dateKind.Input
              id={ids.date}
              area={area}
              name="report_date"
              field={wipReports.fields.report_date}
              record={{}}
              label={fieldLabel(wipReports, 'report_date')}
              value={entry.date}
              invalid={entry.date > lastReportDay(line.country)}
              onChange={(date) => change({ date: String(date ?? '') })}
            />
          </Box>
          {entry.date > lastReportDay(line.country) && (
            <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
              {t('problems.wip-reports.future')}
            </Box>
          )}
        </Box>
        {factories.length > 1 && (
          <Box sx={{ mt: 1.5 }}>
            <OptionRow
              id={`${ids.quick}-factory`}
              label={fieldLabel(wipReports, 'factory_id')}
              options={factories.map(([value, label]) => ({ value: String(value), label: String(label) }))}
              value={[String(factory_id)]}
              onChange={([value]) => change({ factory_id: Number(value), stages: {} })}
            />
          </Box>
        )}
      </Section>
      <Section title={screenText('stages')} help={fieldHint(wipReports, 'cumulative_qty')}>
        <Box
          sx={{ display: 'grid', columnGap: 4, rowGap: 2, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' } }}
        >
          {wipStages.map((stage) => (
            <StageInput
              key={stage}
              stage={stage}
              line={line}
              before={lastOf(stage)?.cumulative_qty ?? 0}
              entry={entry.stages[stage]}
              all={progressWith(line, entry)}
              fault={faults[stage]}
              onChange={(next) => changeStage(stage, next)}
            />
          ))}
        </Box>
        {unchanged && touched.length === 0 && (
          <Button
            sx={{ mt: 1.5, minHeight: 44 }}
            onClick={() => changeStage(unchanged, { typed: String(lastOf(unchanged)?.cumulative_qty ?? 0) })}
          >
            {screenText('unchanged', { stage: stageLabel(unchanged) })}
          </Button>
        )}
      </Section>
      <Section title={screenText('beside')}>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <FieldFrame label={fieldLabel(wipReports, 'remark')} optional>
            {({ id, describedBy }) => (
              <OutlinedInput
                id={id}
                multiline
                fullWidth
                minRows={2}
                value={entry.remark}
                onChange={({ target }) => change({ remark: target.value })}
                inputProps={{ maxLength: 500, 'aria-describedby': describedBy }}
              />
            )}
          </FieldFrame>
          <Photos photos={photos} onChange={setPhotos} />
          {factories.length <= 1 && (
            <FieldFrame label={fieldLabel(wipReports, 'factory_id')} optional hint={screenText('factory_hint')}>
              {({ id, labelId, describedBy }) => (
                <ReferenceInput
                  id={id}
                  labelId={labelId}
                  describedBy={describedBy}
                  area={area}
                  name="factory_id"
                  field={wipReports.fields.factory_id}
                  record={{}}
                  label={fieldLabel(wipReports, 'factory_id')}
                  value={factory_id}
                  onChange={(value) => change({ factory_id: value ? Number(value) : null })}
                />
              )}
            </FieldFrame>
          )}
        </Box>
      </Section>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 4,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          py: 1.5,
          bgcolor: 'background.default',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Box role="status" sx={{ flex: 1, fontSize: 13, color: 'text.secondary' }}>
          {isBusy
            ? t('kit.form.saving')
            : touched.length > 0
              ? screenText('to_save', { count: touched.length })
              : screenText('none_yet')}
        </Box>
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={isBusy || touched.length === 0}
          sx={{ minWidth: { xs: 160, sm: 0 }, minHeight: { xs: 48, sm: 36 } }}
        >
          {isLost ? t('editing.connection.again') : screenText('save')}
        </Button>
      </Box>
    </Box>
  )
}

interface FormProps {
  area: Area
  line: LineProgress
  told: readonly LastReport[]
  /** What was told of the line is not what stands here any more. */
  onStale: () => void
}

/** What is plainly wrong before anything is sent; the portal looks again. */
const faultsOf = (line: LineProgress, entry: Entry, lastOf: (stage: WipStage) => LastReport | undefined) => {
  const faults: Partial<Record<WipStage, string>> = {}
  for (const stage of wipStages) {
    const own = entry.stages[stage]
    if (!own?.typed) continue
    const units = readUnits(own.typed)
    const last = lastOf(stage)
    if (units === null) faults[stage] = t('validation.not_number')
    else if (units > line.most) faults[stage] = t('problems.wip-reports.too_many', { most: format.number(line.most) })
    else if (last && last.report_date < entry.date && units < last.cumulative_qty && !own.reason.trim())
      faults[stage] = t('problems.wip-reports.shrinks', { qty: format.number(last.cumulative_qty) })
  }
  return faults
}

const progressWith = (line: LineProgress, entry: Entry) => {
  const typed = wipStages.flatMap((stage) => {
    const units = readUnits(entry.stages[stage]?.typed ?? '')
    return units === null ? [] : [[stage, units] as const]
  })
  return { ...line.stages, ...Object.fromEntries(typed) }
}

const keepPhoto = async (report: number, photo: File) => {
  try {
    await sendPhoto(report, photo)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    notify({ tone: 'warning', text: screenText('photo_lost', { name: photo.name, why: error.message }) })
  }
}

const messageOf = (error: HttpError): string =>
  Object.values(error.errors ?? {})
    .flat()
    .join(' ') || error.message

const isEmpty = ({ stages, remark }: Entry) =>
  remark === '' && Object.values(stages).every(({ typed, reason }) => typed === '' && reason === '')
