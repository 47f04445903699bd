import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { isLengthUnit } from './lengths'
import { deviationOf, type MeasuredPoint } from './measured'
import { writeLength } from './measures'
import { joined, type PaperPicture, pictureBlock, recordBlocks, speaking, titleIn } from './paper-words'
import { sampleTopics } from './samples'

/** A round of a sample for its comment sheet, with titles of references. */
export interface PaperSample {
  [field: string]: unknown
  request_no: string
  round: number
  status: string
  sizes?: readonly Record<string, unknown>[]
  measures?: readonly (Record<string, unknown> & MeasuredPoint)[]
  measure_unit?: string | null
}

export interface SamplePaperOptions {
  areas: { request: Area; size: Area; measure: Area }
  tongues: PaperLanguageFormats
  mayRead(area: Area, field: string): boolean
  pictures: readonly PaperPicture[]
  company: string
}

/** The comment sheet of a round: what was asked for and what came, the result, the comments by topic, and the photos with what is pinned to them. */
export const samplePaper = (sample: PaperSample, options: SamplePaperOptions): Paper => {
  const { areas, tongues, mayRead, pictures, company } = options
  const { word } = speaking(tongues)
  const area = areas.request
  const { facts, notes } = recordBlocks(area, sample, tongues, mayRead)
  const reference = joined(
    ' · ',
    sample.request_no,
    word(`areas.${area.name}.screen.round`, { round: sample.round }),
    word(`areas.${area.name}.states.${sample.status}`),
  )
  return {
    title: `${word('paper.sample.title')} ${reference}`,
    language: tongues[0].language,
    heading: titleIn(sample.sample_type, tongues),
    reference,
    owner: [company].filter(Boolean),
    blocks: [
      ...facts(
        null,
        ...['article_id', 'colourway_id', 'po_line_id', 'supplier_id', 'factory_id', 'specification_id'],
        ...['due_date', 'promised_date', 'dispatch_date'],
      ),
      ...sizeTable(sample, options),
      ...notes('instructions'),
      ...facts('arrival', 'received_date', 'received_qty', 'condition'),
      ...measureTable(sample, options),
      ...facts('evaluation', 'result', 'next_action', 'evaluated_by', 'evaluated_at'),
      ...notes(...sampleTopics),
      ...pictureBlock(word('paper.photos'), pictures),
    ],
  }
}

const sizeTable = ({ sizes = [] }: PaperSample, { areas, tongues }: SamplePaperOptions): PaperBlock[] => {
  if (sizes.length === 0) return []
  const { labels, value } = speaking(tongues)
  return [
    {
      kind: 'table',
      columns: [
        { title: labels(areas.size, 'size_id'), kind: 'main' },
        { title: labels(areas.size, 'qty'), kind: 'number' },
        { title: labels(areas.size, 'sent_qty'), kind: 'number' },
      ],
      rows: sizes.map((size) => [
        [titleIn(size.size, tongues) || '–'],
        [value(areas.size, 'qty', size)],
        [value(areas.size, 'sent_qty', size)],
      ]),
    },
  ]
}

/** What was measured, once anything was: specified, the supplier's, ours, each with an asterisk where out of tolerance. */
const measureTable = (
  { measures = [], measure_unit }: PaperSample,
  { areas, tongues }: SamplePaperOptions,
): PaperBlock[] => {
  const shown = measures.filter(({ own_mm, actual_mm }) => own_mm !== null || actual_mm !== null)
  if (shown.length === 0) return []
  const { word, words, labels } = speaking(tongues)
  const unit = isLengthUnit(measure_unit) ? measure_unit : 'cm'
  const written = (point: MeasuredPoint, field: 'own_mm' | 'actual_mm') => {
    const mark = deviationOf(point[field], point)?.isOut ? ' *' : ''
    return `${writeLength(point[field], unit)}${mark}`
  }
  const tolerance = ({ tol_plus_mm, tol_minus_mm }: MeasuredPoint) => {
    const [plus, minus] = [writeLength(tol_plus_mm, unit), writeLength(tol_minus_mm, unit)]
    return plus === minus ? plus && `± ${plus}` : [plus && `+${plus}`, minus && `−${minus}`].filter(Boolean).join(' ')
  }
  return [
    {
      kind: 'table',
      columns: [
        { title: labels(areas.measure, 'pom_id'), kind: 'main' },
        { title: labels(areas.measure, 'size_id'), kind: 'text' },
        { title: words('paper.sample.specified'), kind: 'number' },
        { title: words('paper.sample.tolerance'), kind: 'number' },
        { title: words('paper.sample.own'), kind: 'number' },
        { title: words('paper.sample.actual'), kind: 'number' },
      ],
      rows: shown.map((point) => [
        [titleIn(point.pom, tongues)],
        [titleIn(point.size, tongues) || '–'],
        [writeLength(point.spec_mm, unit)],
        [tolerance(point)],
        [written(point, 'own_mm')],
        [written(point, 'actual_mm')],
      ]),
    },
    {
      kind: 'total',
      text: word('paper.sample.out_note', { unit: word(`areas.${areas.request.name}.choices.measure_unit.${unit}`) }),
    },
  ]
}
