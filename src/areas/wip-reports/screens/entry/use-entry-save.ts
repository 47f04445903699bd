import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { type LastReport, type LineProgress, type WipStage, wipStages } from '#shared/trade/production.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { format, t } from '#web/i18n.ts'
import { sendPhoto } from '#web/kit/files/travelling-photo.ts'
import { useConnectionBack } from '#web/kit/form/use-connection.ts'
import { HttpError, isUnreachable } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { wipReports } from '../../area'
import { contentOf, readUnits, refusalText, sendReport } from '../reports'
import { screenText } from '../texts'
import { dropEntry, type Entry, keyFor, type StageEntry } from './draft'
import type { EntryState } from './use-entry'

/** Saves the entries of a line, one report per stage; saved stages are removed from the entry at once. */
export const useEntrySave = (source: Source) => {
  const { area, line, lastOf, draft, onStale } = source
  const { entry, latest } = draft
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLost, setLost] = useState(false)
  const { photos, setPhotos, sendPhotos } = useReportPhotos(() => setLost(true))
  // The last report saved here; photos are attached to it, possibly after a lost connection.
  const [saved, setSaved] = useState<number | null>(null)
  const busy = useRef(false)
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const isBack = useConnectionBack(isLost && !isBusy)
  const touched = wipStages.filter((stage) => (entry.stages[stage]?.typed ?? '') !== '')
  const waitingPhotos = saved === null ? 0 : photos.length

  const save = async () => {
    if (busy.current) return
    const faults = faultsOf(line, latest.current, lastOf)
    const count = Object.keys(faults).length
    setFaults(faults)
    setProblem(count > 0 ? screenText('some_refused', { count }) : null)
    if (count > 0 || touched.length + waitingPhotos === 0) return
    busy.current = true
    setBusy(true)
    setLost(false)
    const { report, refused, isStopped } = await sendStages(source, touched, () => setLost(true))
    const reportOfPhotos = report ?? saved
    setSaved(reportOfPhotos)
    const isSent = !isStopped && (reportOfPhotos === null || (await sendPhotos(reportOfPhotos)))
    busy.current = false
    setBusy(false)
    setFaults(refused)
    if (!isSent) return
    if (Object.keys(refused).length > 0) {
      setProblem(screenText('some_refused', { count: Object.keys(refused).length }))
      onStale()
      return
    }
    dropEntry(line.id)
    notify({ tone: 'success', text: screenText('saved', { line: line.line_title }) })
    if (!isLeft()) navigate(`${area.path}/new`, { replace: true })
    await refresh()
  }
  const retry = useRef(save)
  retry.current = save
  // When the server can be reached again, sends the remaining stages under their original keys.
  useEffect(() => {
    if (isBack) void retry.current()
  }, [isBack])

  return {
    save,
    touched,
    photos,
    setPhotos,
    waitingPhotos,
    faults,
    clearFault: (stage: WipStage) => setFaults(({ [stage]: _, ...others }) => others),
    problem,
    isBusy,
    isLost,
  }
}

export type EntrySave = ReturnType<typeof useEntrySave>

interface Source {
  area: Area
  line: LineProgress
  factoryId: number | null
  /** The last report of a stage from the reported factory. */
  lastOf: (stage: WipStage) => LastReport | undefined
  draft: EntryState
  onStale: () => void
}

type Faults = Partial<Record<WipStage, string>>

/** The photos of an entry, which are attached to its last report. */
const useReportPhotos = (onUnreachable: () => void) => {
  const [photos, setPhotos] = useState<readonly File[]>([])
  /** Attaches the photos to a report. Returns false when the server cannot be reached; unsent photos stay. */
  const sendPhotos = async (report: number): Promise<boolean> => {
    for (const photo of photos) {
      try {
        await sendPhoto(wipReports, report, photo)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        if (isUnreachable(error)) {
          onUnreachable()
          return false
        }
        notify({ tone: 'warning', text: screenText('photo_lost', { name: photo.name, why: error.message }) })
      }
      setPhotos((now) => now.filter((other) => other !== photo))
    }
    return true
  }
  return { photos, setPhotos, sendPhotos }
}

/** Sends stage by stage until the server cannot be reached. Returns the id of the last saved report. */
const sendStages = async (source: Source, touched: readonly WipStage[], onUnreachable: () => void) => {
  const refused: Faults = {}
  let report: number | null = null
  for (const stage of touched) {
    const stageEntry = source.draft.latest.current.stages[stage]
    if (!stageEntry) continue
    try {
      report = await sendStage(source, stage, stageEntry, stage === touched.at(-1))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (isUnreachable(error)) {
        onUnreachable()
        return { report, refused, isStopped: true }
      }
      refused[stage] = refusalText(error)
    }
  }
  return { report, refused, isStopped: false }
}

/** Sends the report of a stage and removes it from the entry; the last stage carries the remark. Returns its id. */
const sendStage = async (
  { line, factoryId, lastOf, draft: { latest, change, changeStage } }: Source,
  stage: WipStage,
  stageEntry: StageEntry,
  isLast: boolean,
): Promise<number> => {
  const { date, remark } = latest.current
  const report = {
    po_line_id: line.id,
    stage,
    report_date: date,
    cumulative_qty: Number(readUnits(stageEntry.typed)),
    factory_id: factoryId,
    ...(stageEntry.reason.trim() ? { correction_reason: stageEntry.reason.trim() } : {}),
    ...(isLast && remark.trim() ? { remark: remark.trim() } : {}),
  }
  const last = lastOf(stage)
  const existing = last?.report_date === report.report_date ? last : undefined
  const content = contentOf(report, existing)
  const key = keyFor(stageEntry, content)
  changeStage(stage, { sent: { content, key } })
  const { id } = await sendReport(report, existing, key)
  const { [stage]: _, ...others } = latest.current.stages
  change({ stages: others, ...(isLast ? { remark: '' } : {}) })
  return id
}

/** Problems found before sending; the server checks again. */
const faultsOf = (line: LineProgress, entry: Entry, lastOf: (stage: WipStage) => LastReport | undefined) => {
  const faults: Faults = {}
  for (const stage of wipStages) {
    const stageEntry = entry.stages[stage]
    if (!stageEntry?.typed) continue
    const units = readUnits(stageEntry.typed)
    const last = lastOf(stage)
    if (units === null) faults[stage] = t('validation.not_number')
    else if (units > line.most) faults[stage] = t('problems.wip-reports.too_many', { most: format.number(line.most) })
    else if (last && last.report_date < entry.date && units < last.cumulative_qty && !stageEntry.reason.trim())
      faults[stage] = t('problems.wip-reports.shrinks', { qty: format.number(last.cumulative_qty) })
  }
  return faults
}
