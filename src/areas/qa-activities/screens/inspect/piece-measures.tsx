import { useMemo } from 'react'
import { pieceFields } from '#shared/trade/measured.ts'
import type { Typed } from '#web/kit/measures/use-measure-sheet.ts'
import { qaActivities as area } from '../../area'
import { measuresOf, PieceTable } from '../inspected-measures'
import { measure } from './entries'
import type { Sheet } from './load-inspection'
import { type Lengths, measureKey, type Work } from './work'

/** The lengths of the pieces, stored on the device while typing; hidden when nothing has to be measured. */
export function PieceMeasures({ sheet: { record }, work, onChange }: Props) {
  const points = measuresOf(record)
  const { lengths } = work
  const typed = useMemo(() => typedFrom(lengths, points), [lengths, points])
  if (points.length === 0) return null
  return (
    <PieceTable
      area={area}
      record={record}
      points={points}
      typed={typed}
      onType={(next) => onChange((now) => measure(now, next))}
      writable={pieceFields}
    />
  )
}

/** The lengths on the device; null for lengths that are not measured, which overrides those of the loaded record. */
const typedFrom = (lengths: Lengths, points: readonly { id: number }[]): Typed =>
  new Map(
    points.flatMap(({ id }) =>
      pieceFields.map((field): [string, string | null] => {
        const key = measureKey(id, field)
        return [key, lengths[key] ?? null]
      }),
    ),
  )

interface Props {
  sheet: Sheet
  work: Work
  onChange: (how: (work: Work) => Work) => void
}
