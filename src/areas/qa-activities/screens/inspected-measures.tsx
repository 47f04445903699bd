import Box from '@mui/material/Box'
import { type ReactNode, useMemo, useState } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { isLengthUnit, type LengthUnit } from '#shared/trade/lengths.ts'
import { countPieces, type InspectedPoint, pieceFields } from '#shared/trade/measured.ts'
import { fieldLabel } from '#web/i18n.ts'
import { UnitChoice } from '#web/kit/grid/unit-choice.tsx'
import { SaveMeasures, useMeasureEntry } from '#web/kit/measures/measure-entry.tsx'
import { MeasureTable } from '#web/kit/measures/measure-table.tsx'
import { type MeasureColumn, type MeasurePoint, type Typed, withTyped } from '#web/kit/measures/use-measure-sheet.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from './texts'

/** A point of measure of a record in one size. */
export type InspectedMeasure = MeasurePoint & InspectedPoint

/** The points of measure of an activity; empty before it starts, and for types that are not measured. */
export const measuresOf = ({ measures }: AnyRecord) => (measures ?? []) as InspectedMeasure[]

/** The lengths of inspected pieces compared with the specification; hidden when nothing has to be measured. */
export function InspectedMeasures({ area, record }: { area: Area; record: OpenRecord }) {
  const points = measuresOf(record)
  return points.length === 0 ? null : <Measures key={record.id} area={area} record={record} points={points} />
}

function Measures({ area, record, points }: { area: Area; record: OpenRecord; points: readonly InspectedMeasure[] }) {
  const { editable } = record
  const writable = useMemo(() => pieceFields.filter((field) => editable?.includes(`measures.${field}`)), [editable])
  const entry = useMeasureEntry(area, record, pieceFields, screenText)
  return (
    <PieceTable area={area} record={record} points={points} typed={entry.typed} onType={entry.type} writable={writable}>
      {writable.length > 0 && <SaveMeasures entry={entry} text={screenText} />}
    </PieceTable>
  )
}

/** The pieces of each size side by side, with the numbers of measured pieces and of those out of tolerance. */
export function PieceTable({ area, record, points, typed, onType, writable, children }: TableProps) {
  const [unit, setUnit] = useState<LengthUnit>(isLengthUnit(record.measure_unit) ? record.measure_unit : 'cm')
  const columns = useMemo(columnsOf, [])
  const { measured, out } = countPieces(points.map((point) => withTyped(point, typed, pieceFields)))
  return (
    <Section
      title={fieldLabel(area, 'measures')}
      help={screenText(writable.length > 0 ? 'measures.help' : 'measures.read_help')}
      actions={<UnitChoice area={area} name="measure_unit" unit={unit} onChange={setUnit} />}
    >
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Box role="status" sx={{ fontSize: 13, color: out > 0 ? 'error.main' : 'text.secondary' }}>
          {measured > 0 ? screenText('measures.summary', { count: measured, out }) : screenText('measures.nothing')}
          {out > 0 && record.counts_measures === true && ` · ${screenText('measures.counts')}`}
        </Box>
        <MeasureTable
          label={fieldLabel(area, 'measures')}
          corner={fieldLabel(areaOf(area, 'measures'), 'pom_id')}
          points={points}
          columns={columns}
          typed={typed}
          onType={onType}
          unit={unit}
          writable={writable}
          countOut={(ofSize) => countPieces(ofSize).out}
          text={screenText}
        />
        {children}
      </Box>
    </Section>
  )
}

const columnsOf = (): MeasureColumn[] => [
  { key: 'specified', kind: 'specified', label: screenText('measures.specified') },
  ...pieceFields.map(
    (field, index): MeasureColumn => ({
      key: field,
      kind: 'measured',
      field,
      label: screenText('measures.piece', { number: index + 1 }),
    }),
  ),
]

interface TableProps {
  area: Area
  record: AnyRecord
  points: readonly InspectedMeasure[]
  typed: Typed
  onType: (typed: Typed) => void
  writable: readonly string[]
  children?: ReactNode
}
