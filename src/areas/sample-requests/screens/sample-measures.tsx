import Box from '@mui/material/Box'
import { useMemo, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { isLengthUnit, type LengthUnit } from '#shared/trade/lengths.ts'
import { countMeasures, type MeasuredPoint } from '#shared/trade/measured.ts'
import { fieldLabel } from '#web/i18n.ts'
import { UnitChoice } from '#web/kit/grid/unit-choice.tsx'
import { SaveMeasures, useMeasureEntry } from '#web/kit/measures/measure-entry.tsx'
import { MeasureTable } from '#web/kit/measures/measure-table.tsx'
import { type MeasureColumn, type MeasurePoint, withTyped } from '#web/kit/measures/use-measure-sheet.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from './texts'

type SampleMeasure = MeasurePoint & MeasuredPoint

/**
 * The measurements of a sample compared with its specification, size by size; hidden for types that are not measured.
 */
export function SampleMeasures({ area, record }: { area: Area; record: OpenRecord }) {
  const points = (record.measures ?? []) as SampleMeasure[]
  return points.length === 0 ? null : <Measures key={record.id} area={area} record={record} points={points} />
}

function Measures({ area, record, points }: { area: Area; record: OpenRecord; points: readonly SampleMeasure[] }) {
  const { editable } = record
  const writable = useMemo(
    () => sides.filter((field) => editable?.includes(`measures.${field}`)).slice(0, 1),
    [editable],
  )
  const [unit, setUnit] = useState<LengthUnit>(isLengthUnit(record.measure_unit) ? record.measure_unit : 'cm')
  const columns = useMemo(columnsOf, [])
  const entry = useMeasureEntry(area, record, sides, screenText)
  return (
    <Section
      title={fieldLabel(area, 'measures')}
      help={screenText(writable.length > 0 ? 'measures.help' : 'measures.read_help')}
      actions={<UnitChoice area={area} name="measure_unit" unit={unit} onChange={setUnit} />}
    >
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Summary points={points.map((point) => withTyped(point, entry.typed, sides))} />
        <MeasureTable
          label={fieldLabel(area, 'measures')}
          corner={fieldLabel(areaOf(area, 'measures'), 'pom_id')}
          points={points}
          columns={columns}
          typed={entry.typed}
          onType={entry.type}
          unit={unit}
          writable={writable}
          countOut={(ofSize) => countMeasures(ofSize, 'actual_mm').out}
          text={screenText}
        />
        {writable.length > 0 && <SaveMeasures entry={entry} text={screenText} />}
      </Box>
    </Section>
  )
}

const sides = ['own_mm', 'actual_mm'] as const

const columnsOf = (): MeasureColumn[] => {
  const label = (name: string) => screenText(`measures.${name}`)
  return [
    { key: 'specified', kind: 'specified', label: label('specified') },
    { key: 'own', kind: 'measured', field: 'own_mm', label: label('own') },
    { key: 'own_difference', kind: 'difference', field: 'own_mm', label: label('own_difference') },
    { key: 'actual', kind: 'measured', field: 'actual_mm', label: label('actual') },
    { key: 'actual_difference', kind: 'difference', field: 'actual_mm', label: label('actual_difference') },
  ]
}

/** The numbers of points that each side has measured, and of those out of tolerance. */
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
