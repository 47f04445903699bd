import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { isLengthUnit, type LengthUnit } from '#shared/trade/lengths.ts'
import { countMeasures } from '#shared/trade/measured.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { DataGrid } from '#web/kit/grid/data-grid.tsx'
import { GridCell, useRowState } from '#web/kit/grid/grid-cell.tsx'
import { GridTools, RemarkLine } from '#web/kit/grid/grid-tools.tsx'
import type { RowActions } from '#web/kit/grid/row-actions.ts'
import { createGridStore, type GridStore } from '#web/kit/grid/store.ts'
import { UnitChoice } from '#web/kit/grid/unit-choice.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { screenText } from '../texts'
import {
  keyOf,
  type MeasuredField,
  type PointRow,
  type PointSheet,
  type SampleMeasure,
  type Typed,
  useSampleSheet,
  withTyped,
} from './use-sample-sheet'

/** What a sample measures against its specification, size by size; nothing for types that are not measured. */
export function SampleMeasures({ area, record }: { area: Area; record: OpenRecord }) {
  const points = (record.measures ?? []) as SampleMeasure[]
  return points.length === 0 ? null : <Measures key={record.id} area={area} record={record} points={points} />
}

function Measures({ area, record, points }: { area: Area; record: OpenRecord; points: readonly SampleMeasure[] }) {
  const id = useId()
  const write = writtenBy(record)
  const sizes = useMemo(() => [...new Map(points.map(({ size_id, size }) => [size_id, size?.title ?? '']))], [points])
  const [chosen, setChosen] = useState<number | null>(null)
  const [unit, setUnit] = useState<LengthUnit>(isLengthUnit(record.measure_unit) ? record.measure_unit : 'cm')
  const [store] = useState(createGridStore)
  const entry = useMeasureEntry(area, record)
  const { typed } = entry
  const size = sizes.find(([size_id]) => size_id === chosen)?.[0] ?? sizes[0]?.[0]
  const ofSize = useMemo(() => points.filter(({ size_id }) => size_id === size), [points, size])
  const sheet = useSampleSheet({ points: ofSize, typed, onType: entry.type, unit, write, store })
  // Writing begins where it can.
  useEffect(() => {
    const at = sheet.columns.findIndex(({ kind, field }) => kind === 'measured' && field === write)
    if (at > 0) store.go({ row: 0, col: at })
  }, [store, sheet.columns, write])
  const measured = points.map((point) => withTyped(point, typed))
  const corner = fieldLabel(areaOf(area, 'measures'), 'pom_id')
  return (
    <Section
      title={fieldLabel(area, 'measures')}
      help={screenText(write ? 'measures.help' : 'measures.read_help')}
      actions={<UnitChoice area={area} name="measure_unit" unit={unit} onChange={setUnit} />}
    >
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Summary points={measured} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
          {sizes.length > 1 && (
            <OptionRow
              id={`${id}-size`}
              label={screenText('measures.size')}
              options={sizes.map(([value, label]) => ({
                value: String(value),
                label: sizeLabel(
                  label,
                  measured.filter(({ size_id }) => size_id === value),
                ),
              }))}
              value={[String(size)]}
              onChange={([value]) => value && setChosen(Number(value))}
            />
          )}
          <Box sx={{ flex: 1 }} />
          {write && <GridTools sheet={sheet} corner={corner} />}
        </Box>
        <DataGrid
          sheet={sheet}
          store={store}
          label={fieldLabel(area, 'measures')}
          corner={corner}
          row={(row, at, actions) => (
            <Point key={row.key} row={row} at={at} sheet={sheet} unit={unit} store={store} actions={actions} />
          )}
        />
        <RemarkLine store={store} />
        {write && <SaveLine entry={entry} />}
      </Box>
    </Section>
  )
}

/** The column that the reader may write now, as the API says. */
const writtenBy = ({ editable = [] }: OpenRecord): MeasuredField | null =>
  (['own_mm', 'actual_mm'] as const).find((field) => editable.includes(`measures.${field}`)) ?? null

const sizeLabel = (size: string, points: readonly SampleMeasure[]) => {
  const { out } = countMeasures(points, 'actual_mm')
  return out > 0 ? screenText('measures.size_out', { size, count: out }) : size
}

/** How many points each side has measured, and how many of them are out of tolerance. */
const Summary = ({ points }: { points: readonly SampleMeasure[] }) => (
  <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 13 }}>
    {(['own', 'actual'] as const).map((side) => {
      const { measured, out } = countMeasures(points, `${side}_mm`)
      return measured === 0 ? null : (
        <Box component="span" key={side} sx={{ color: out > 0 ? 'error.main' : 'text.secondary' }}>
          {screenText(`measures.summary_${side}`, { count: measured, out })}
        </Box>
      )
    })}
  </Box>
)

/** A point of measure with what is specified and what was measured. */
const Point = memo(function Point({ row, at, sheet, unit, store, actions }: PointProps) {
  const state = useRowState(store, at)
  return (
    <tr aria-rowindex={at + 2}>
      <th scope="row" className="side" aria-colindex={1} title={row.name}>
        <span className="name">{row.name}</span>
      </th>
      {sheet.columns.map((column, col) => {
        const isOut = sheet.isOut(row, column)
        return (
          <GridCell
            key={column.key}
            at={at}
            col={col}
            column={column}
            state={state}
            label={[row.name, column.label].join(t('kit.comma'))}
            shown={sheet.textAt(at, col)}
            mark={isOut ? screenText('measures.out') : undefined}
            faulty={isOut}
            // The number pads of phones have no slash.
            inputMode={unit === 'in' ? 'text' : 'decimal'}
            store={store}
            actions={actions}
          />
        )
      })}
    </tr>
  )
})

interface PointProps {
  row: PointRow
  at: number
  sheet: PointSheet
  unit: LengthUnit
  store: GridStore
  actions: RowActions
}

const SaveLine = ({ entry: { typed, isBusy, problem, save } }: { entry: ReturnType<typeof useMeasureEntry> }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
    <Button
      variant="contained"
      disabled={isBusy || typed.size === 0}
      onClick={() => void save()}
      sx={{ minHeight: { xs: 44, md: 36 } }}
    >
      {screenText('measures.save')}
    </Button>
    <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
      {isBusy ? t('kit.form.saving') : typed.size > 0 ? screenText('measures.unsaved', { count: typed.size }) : ''}
    </Box>
    {problem && (
      <Box role="alert" sx={{ fontSize: 13, color: 'error.main' }}>
        {problem}
      </Box>
    )}
  </Box>
)

/** What was typed, until it is saved; somebody else's change of the request meanwhile loses nothing. */
const useMeasureEntry = (area: Area, record: OpenRecord) => {
  const [typed, setTyped] = useState<Typed>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const busy = useRef(false)
  const refresh = useRefresh()
  const stored = (record.measures ?? []) as SampleMeasure[]
  useUnsavedGuard(typed.size > 0)

  const type = (next: Typed) => {
    setProblem(null)
    // What is as it was needs no saving.
    const before = new Map(
      stored.flatMap(({ id, own_mm, actual_mm }): [string, string | null][] => [
        [keyOf(id, 'own_mm'), own_mm],
        [keyOf(id, 'actual_mm'), actual_mm],
      ]),
    )
    setTyped(new Map([...next].filter(([key, value]) => Number(value ?? -1) !== Number(before.get(key) ?? -1))))
  }

  const save = async () => {
    if (busy.current || typed.size === 0) return
    busy.current = true
    setBusy(true)
    setProblem(null)
    const sent = typed
    const measures = stored.map(({ id }) => ({
      id,
      ...Object.fromEntries(
        (['own_mm', 'actual_mm'] as const).flatMap((field) => {
          const value = sent.get(keyOf(id, field))
          return value === undefined ? [] : [[field, value]]
        }),
      ),
    }))
    try {
      await api('PATCH', `${area.name}/${record.id}`, { body: { version: record.version, measures } })
      setTyped((now) => new Map([...now].filter(([key, value]) => sent.get(key) !== value)))
      notify({ tone: 'success', text: screenText('measures.saved') })
      await refresh()
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setProblem(error.statusCode === 409 ? screenText('measures.stale') : error.message)
      if (error.statusCode === 409) await refresh()
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return { typed, type, save, isBusy, problem }
}
