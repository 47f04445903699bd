import type { Area } from '#shared/kit/area.ts'
import type { PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'
import type { LengthUnit } from './lengths'
import { deviationOf, type SpecifiedPoint } from './measured'
import { writeLength } from './measures'
import { paperTexts, titleIn } from './paper-words'

/** A point of measure with its title and size; measurements are in further fields. */
export type PaperPoint = SpecifiedPoint & Record<string, unknown>

export interface MeasurePaper {
  /** The area of the rows, for their labels. */
  area: Area
  tongues: PaperLanguageFormats
  unit: LengthUnit
  columns: readonly { field: string; title: readonly string[] }[]
  /** Explains the asterisk and the unit. */
  note: string
}

/** A table of specified and measured lengths, with an asterisk at those out of tolerance. */
export const measureBlocks = (points: readonly PaperPoint[], options: MeasurePaper): PaperBlock[] => {
  const { area, tongues, unit, columns, note } = options
  const shown = points.filter((point) => columns.some(({ field }) => typeof point[field] === 'string'))
  if (shown.length === 0) return []
  const { words, labels } = paperTexts(tongues)
  const written = (point: PaperPoint, field: string) => {
    const mark = deviationOf(point[field], point)?.isOut ? ' *' : ''
    return `${writeLength((point[field] as string | null) ?? null, unit)}${mark}`
  }
  return [
    {
      kind: 'table',
      columns: [
        { title: labels(area, 'pom_id'), kind: 'main' },
        { title: labels(area, 'size_id'), kind: 'text' },
        { title: words('paper.sample.specified'), kind: 'number' },
        { title: words('paper.sample.tolerance'), kind: 'number' },
        ...columns.map(({ title }) => ({ title: [...title], kind: 'number' as const })),
      ],
      rows: shown.map((point) => [
        [titleIn(point.pom, tongues)],
        [titleIn(point.size, tongues) || '–'],
        [writeLength(point.spec_mm, unit)],
        [writtenTolerance(point, unit)],
        ...columns.map(({ field }) => [written(point, field)]),
      ]),
    },
    { kind: 'total', text: note },
  ]
}

const writtenTolerance = ({ tol_plus_mm, tol_minus_mm }: SpecifiedPoint, unit: LengthUnit) => {
  const [plus, minus] = [writeLength(tol_plus_mm, unit), writeLength(tol_minus_mm, unit)]
  return plus === minus ? plus && `± ${plus}` : [plus && `+${plus}`, minus && `−${minus}`].filter(Boolean).join(' ')
}
