import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { register } from '#register'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import { maxDepth, maxPage } from '#shared/kit/list-query.ts'
import { type AllocationPlan, allocationAreas, planOf, readinessField } from '#shared/trade/allocation.ts'
import { closedStates, isReady } from '#shared/trade/readiness.ts'
import { neededTypes } from '#shared/trade/requirement-profiles.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { areaName, choiceLabel, fieldLabel, format, language, moveLabel, t } from '#web/i18n.ts'
import { MoveDialog } from '#web/kit/moves/move-dialog.tsx'
import { Cell, formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip, ToneChip } from '#web/kit/page/status-chip.tsx'
import { api } from '#web/providers/http.ts'
import { can } from '#web/providers/permission.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { allocateLabel } from './allocate-label'
import { AllocationsSkeleton, foldedLines } from './allocations-skeleton'
import { copyLast, type LineResult } from './calls'
import { ReadinessChip } from './readiness-chip'
import { ReadyRing } from './ready-ring'

const AllocateDialog = lazy(async () => ({ default: (await import('./allocate-dialog')).AllocateDialog }))
const FillDialog = lazy(async () => ({ default: (await import('./matrix/fill-dialog')).FillDialog }))
const ResultsDialog = lazy(async () => ({ default: (await import('./results-dialog')).ResultsDialog }))

/** The allocations of an order's lines, or of one line: a section per kind. */
export function Allocations(target: Target) {
  return allocationAreas(register.areas)
    .filter((area) => can(area.name, 'read'))
    .map((area) => <AllocationsOf key={area.name} area={area} {...target} />)
}

export interface Target {
  order: number
  /** Number of lines of the order, for the skeleton. */
  count?: number
  /** Whether the order is not issued yet; its lines then have no allocations. */
  isDraft?: boolean
  /** Id of the only line to show; by default all lines of the order. */
  line?: number
}

/** The section of one kind of allocations. */
export function AllocationsOf({ area, order, line, count = 1, isDraft }: Target & { area: Area }) {
  const plan = planOf(area) as AllocationPlan
  const lines = useRows(plan.lines, line ? ['id', line] : ['purchase_order_id', order], 'line_no')
  const allocations = useRows(area.name, line ? ['po_line_id', line] : ['purchase_order_id', order], 'id')
  const [openDialog, setOpenDialog] = useState<{ lines?: number[]; count: number; replaces: boolean } | null>(null)
  const [results, setResults] = useState<LineResult[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isFilling, setFilling] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const refresh = useRefresh()
  if (!lines || !allocations) return <AllocationsSkeleton lines={count} isDraft={isDraft} />
  const lineArea = register.get(plan.lines)
  const isSingleLine = line !== undefined
  const hiddenCount = lines.length - foldedLines(lines.length)
  const openLines = lines.filter((line) => line.line_status === 'open')
  const countedLines = lines.filter((line) => line[readinessField(plan)] !== 'not_required')
  const readyCount = countedLines.filter((line) => isReady(line[readinessField(plan)])).length
  const mayAllocate = can(area.name, 'create') && openLines.length > 0
  const missing = openLines.flatMap((line) =>
    missingTypes(plan, allocations, line).map((type) => ({ line: line.id, type })),
  )
  const copy = async () => {
    setBusy(true)
    try {
      const response = await copyLast(area, { lines: openLines.map(({ id }) => id) })
      await refresh()
      const failed = response.results.filter(({ ok }) => !ok)
      if (failed.length === 0)
        notify({ tone: 'success', text: t('editing.allocation.made', { count: response.results.length }) })
      else setResults(response.results)
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
  }
  return (
    <Section
      title={t('editing.allocation.section', { name: areaName(area) })}
      help={
        countedLines.length > 0
          ? t('editing.allocation.ready', { ready: readyCount, count: countedLines.length })
          : undefined
      }
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
          {countedLines.length > 1 && <ReadyRing ready={readyCount} count={countedLines.length} />}
          {mayAllocate && (
            <>
              <Button size="small" disabled={isBusy} onClick={copy}>
                {t('editing.allocation.copy')}
              </Button>
              {plan.library?.madeFor && missing.length > 0 && (
                <Button size="small" onClick={() => setFilling(true)}>
                  {t('editing.matrix.from', { source: t('editing.matrix.by_rule'), count: missing.length })}
                </Button>
              )}
              <Button
                size="small"
                variant="outlined"
                onClick={() =>
                  setOpenDialog({
                    ...(line ? { lines: [line] } : {}),
                    count: openLines.length,
                    replaces: readyCount > 0 && readyCount === countedLines.length,
                  })
                }
              >
                {allocateLabel(area)}
              </Button>
            </>
          )}
        </Box>
      }
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.slice(0, showsAll ? undefined : lines.length - hiddenCount).map((line) => (
          <LineItem
            key={line.id}
            area={area}
            plan={plan}
            lineArea={lineArea}
            line={line}
            allocations={allocations.filter(({ po_line_id }) => po_line_id === line.id)}
            isSingleLine={isSingleLine}
            onAllocate={
              mayAllocate && lines.length > 1 && line.line_status === 'open'
                ? () => setOpenDialog({ lines: [line.id], count: 1, replaces: isReady(line[readinessField(plan)]) })
                : undefined
            }
          />
        ))}
      </Box>
      {hiddenCount > 0 && (
        <Button size="small" aria-expanded={showsAll} sx={{ mt: 1 }} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('editing.allocation.show_fewer') : t('editing.allocation.show_rest', { count: hiddenCount })}
        </Button>
      )}
      <Suspense>
        {openDialog && (
          <AllocateDialog
            area={area}
            target={openDialog.lines ? { lines: openDialog.lines } : { order }}
            count={openDialog.count}
            replaces={openDialog.replaces}
            onClose={() => setOpenDialog(null)}
          />
        )}
        {isFilling && <FillDialog area={area} source="rule" cells={missing} onClose={() => setFilling(false)} />}
        {results && <ResultsDialog results={results} onClose={() => setResults(null)} />}
      </Suspense>
    </Section>
  )
}

/** A line with the names of its requirements. */
interface NeedyLine {
  id: number
  requirements?: unknown
}

/** The types that the line requires and has no allocation of, except rejected, cancelled and replaced ones. */
export const missingTypes = (
  { typed, kind }: AllocationPlan,
  allocations: readonly AnyRecord[],
  line: NeedyLine,
): string[] =>
  typed
    ? neededTypes((line.requirements ?? []) as readonly string[], kind).filter(
        (type) =>
          !allocations.some(
            ({ po_line_id, status, [typed.by]: ofType }) =>
              po_line_id === line.id && ofType === type && !closedStates.has(status ?? ''),
          ),
      )
    : []

function LineItem({ area, plan, lineArea, line, allocations, isSingleLine, onAllocate }: LineProps) {
  const current = allocations.filter(({ status }) => status !== 'replaced' && status !== 'cancelled')
  const missing = line.line_status === 'open' ? missingTypes(plan, allocations, line) : []
  const readiness = line[readinessField(plan)]
  return (
    <Box component="li" sx={{ py: 1, '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, fontSize: 13 }}>
        {!isSingleLine && <Box sx={{ minWidth: { md: 112 }, fontWeight: 600 }}>{titleOf(lineArea, line)}</Box>}
        {!isSingleLine && (
          <Box sx={{ minWidth: { md: 176 }, color: 'text.secondary' }}>
            {[mentionTitle(mentionOf(line, 'article_id')), mentionTitle(mentionOf(line, 'colourway_id'))]
              .filter(Boolean)
              .join(' · ')}
          </Box>
        )}
        <Box
          className="tabular"
          sx={{ minWidth: isSingleLine ? undefined : { md: 80 }, textAlign: { md: 'right' }, color: 'text.secondary' }}
        >
          {t('editing.allocation.units', { count: Number(line.qty), units: format.number(Number(line.qty)) })}
        </Box>
        <ReadinessChip area={lineArea} name={readinessField(plan)} value={readiness} />
        {missing.map((type) => {
          const name = choiceLabel(area, plan.typed?.by ?? '', type)
          return (
            <ToneChip key={type} tone="danger">
              {readiness === 'missing' ? name : [t('editing.matrix.missing'), name].join(t('kit.colon'))}
            </ToneChip>
          )
        })}
        {onAllocate && (
          <Button
            size="small"
            onClick={onAllocate}
            aria-label={`${allocateLabel(area)}: ${titleOf(lineArea, line)}`}
            sx={{ ml: 'auto' }}
          >
            {allocateLabel(area)}
          </Button>
        )}
      </Box>
      {current.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
          {current.map((allocation) => (
            <AllocationItem key={allocation.id} area={area} plan={plan} record={allocation} />
          ))}
        </Box>
      )}
    </Box>
  )
}

interface LineProps {
  area: Area
  plan: AllocationPlan
  lineArea: Area
  line: AnyRecord
  allocations: readonly AnyRecord[]
  isSingleLine: boolean
  onAllocate?: () => void
}

/** An allocation: its record, units, dates, state, and buttons for the moves that the person may make. */
function AllocationItem({ area, plan, record }: { area: Area; plan: AllocationPlan; record: AnyRecord }) {
  const [move, setMove] = useState<string | null>(null)
  const refresh = useRefresh()
  const { shared, typed } = plan
  const facts = [
    typed && formatValue(area, typed.by, record),
    shared && formatValue(area, shared.by, record),
    shared &&
      record[shared.qty] !== null &&
      t('editing.allocation.units', {
        count: Number(record[shared.qty]),
        units: format.number(Number(record[shared.qty])),
      }),
    [record.start_date, record.end_date]
      .filter((day): day is string => typeof day === 'string')
      .map(format.date)
      .join(' – '),
  ].filter(Boolean)
  const moves = answersOf(area, record)
  const content = plan.library
    ? mentionTitle(mentionOf(record, plan.library.by))
    : record[plan.summary?.[language()] ?? '']
  const title = content ? String(content) : titleOf(area, record)
  const agree = async (answers: object) => {
    await api('POST', `${area.name}/${record.id}/moves/${move}`, { body: { ...answers, version: record.version } })
    await refresh()
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        py: 0.5,
        fontSize: 13,
      }}
    >
      <TextLink component={Link} to={`${area.path}/${record.id}`} sx={{ fontWeight: 500, color: 'text.primary' }}>
        {title}
      </TextLink>
      <Box className="tabular" sx={{ color: 'text.secondary' }}>
        {facts.join(' · ')}
      </Box>
      {record.status && <StatusChip area={area} status={record.status} />}
      {record.over_capacity === true && (
        <Box component="span" sx={({ palette }) => ({ color: palette.tones.warning.text, fontSize: 12 })}>
          {fieldLabel(area, 'over_capacity')}
        </Box>
      )}
      {moves.map((name) => (
        <Button
          key={name}
          size="small"
          color={area.lifecycle?.moves[name]?.danger ? 'error' : 'primary'}
          onClick={() => setMove(name)}
          aria-label={`${moveLabel(area, name)}: ${title}`}
        >
          {moveLabel(area, name)}
        </Button>
      ))}
      {typeof record.decision_comment === 'string' && record.status === 'rejected' && (
        <Box sx={{ flexBasis: '100%', color: 'text.secondary' }}>
          <Cell area={area} name="decision_comment" record={record} />
        </Box>
      )}
      {move && (
        <MoveDialog
          area={area}
          move={move}
          subject={titleOf(area, record)}
          records={[record.id]}
          onAgree={agree}
          onClose={() => setMove(null)}
        />
      )}
    </Box>
  )
}

/** The first two moves, in declared order, that the person may make on the allocation. */
const answersOf = (area: Area, record: AnyRecord): string[] =>
  Object.keys(area.lifecycle?.moves ?? {})
    .filter((name) => name !== 'cancel' && mayMove(can, area, name, record) === 'allowed')
    .slice(0, 2)

/** All records with a value in a field, over all pages; undefined while loading. */
export const useRows = (resource: string, [field, value]: [string, number], sort: string): AnyRecord[] | undefined => {
  const { data } = useQuery({
    queryKey: [resource, 'allocated', field, value],
    queryFn: async ({ signal }) => {
      const records: AnyRecord[] = []
      for (let start = 0; start === records.length && start < maxDepth; start += maxPage)
        records.push(
          ...(await api<AnyRecord[]>('GET', resource, {
            params: [
              [field, String(value)],
              ['_start', String(start)],
              ['_end', String(start + maxPage)],
              ['_sort', sort],
            ],
            signal,
          })),
        )
      return records
    },
  })
  return data
}
