import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import { fieldLabel } from '#web/i18n.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import type { Sheet } from '#web/kit/grid/sheet.ts'
import type { GridStore } from '#web/kit/grid/store.ts'
import { useSteps } from '#web/kit/grid/use-steps.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { specifications } from '../../area'
import { screenText } from '../texts'
import { cellCommands, tableCommands, tableWriter } from './measure-commands'
import type { Table } from './measure-writing'
import { type Measure, type MeasureColumn, type MeasureRow, measuresIn, tableSizes } from './measures'
import { type Pom, pomName } from './pom-library'

/** A measurement table with the commands on it. */
export interface MeasureSheet extends Sheet<MeasureRow, MeasureColumn> {
  sizes: readonly Size[]
  isByHand: (row: MeasureRow, column: MeasureColumn) => boolean
  /** Adds points with the tolerances and the grade step of the library. */
  add: (poms: readonly number[]) => void
  remove: (row: number) => void
  move: (row: number, to: number) => void
  /** Adds a size to the table, or removes it. */
  toggleSize: (id: number) => void
}

export const useMeasureSheet = ({ sizes: scale, base, unit, poms, store }: Source): MeasureSheet => {
  const { getValues, setValue, clearErrors } = useFormContext()
  const { canUndo, canRedo, history } = useSteps<Table>()
  const measures = measuresIn(useWatch({ name: 'measures' }))
  const sizes = useMemo(() => tableSizes(measures, scale), [measures, scale])
  const byId = useMemo(() => new Map(poms.map((pom) => [pom.id, pom])), [poms])
  const rows = useMemo(() => measures.map((measure) => rowOf(measure, byId)), [measures, byId])
  const columns = useMemo(() => columnsOf(sizes), [sizes])
  const latest = useRef({ unit, scale, poms })
  useEffect(() => {
    latest.current = { unit, scale, poms }
  })

  const commands = useMemo(() => {
    const state = { rows, columns, sizes, base, unit, byId, store, latest }
    const { commit, undo, redo } = tableWriter({ getValues, setValue, clearErrors }, history, store)
    return {
      rows,
      columns,
      sizes,
      lastData: columns.length - 2,
      ...cellCommands(state, commit, setValue),
      ...tableCommands(state, commit),
      undo,
      redo,
    }
  }, [rows, columns, sizes, base, unit, byId, store, history, getValues, setValue, clearErrors])
  return useMemo(() => ({ ...commands, canUndo, canRedo }), [commands, canUndo, canRedo])
}

interface Source {
  /** All sizes of the scale. */
  sizes: readonly Size[]
  base: number | null
  unit: LengthUnit
  poms: readonly Pom[]
  store: GridStore
}

const rowOf = (measure: Measure, poms: ReadonlyMap<number, Pom>): MeasureRow => {
  const pom = poms.get(measure.pom_id)
  return {
    key: `pom ${measure.pom_id}`,
    measure,
    name: pom ? pomName(pom) : '',
    code: pom?.code ?? '',
    names: pom ? [pom.code, pom.name_en, pom.name_zh] : [],
  }
}

const columnsOf = (sizes: readonly Size[]): MeasureColumn[] => {
  const area = areaOf(specifications, 'measures')
  return [
    { kind: 'tolerance', key: 'minus', label: screenText('table.tol_minus'), field: 'tol_minus_mm' },
    { kind: 'tolerance', key: 'plus', label: screenText('table.tol_plus'), field: 'tol_plus_mm' },
    { kind: 'grade', key: 'grade', label: screenText('table.grade'), field: 'grade_step_mm' },
    ...sizes.map((size): MeasureColumn => ({ kind: 'size', key: `size ${size.id}`, label: size.label, size })),
    { kind: 'remark', key: 'remark', label: fieldLabel(area, 'remark') },
    { kind: 'more', key: 'more', label: '' },
  ]
}
