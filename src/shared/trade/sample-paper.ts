import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { isLengthUnit } from './lengths'
import { measureBlocks, type PaperPoint } from './measure-paper'
import { joined, type PaperPicture, paperTexts, pictureBlock, recordBlocks, titleIn } from './paper-words'
import { sampleTopics } from './samples'

/** A sample request as input of its comment sheet, with titles of references. */
export interface PaperSample {
  [field: string]: unknown
  request_no: string
  round: number
  status: string
  sizes?: readonly Record<string, unknown>[]
  measures?: readonly PaperPoint[]
  measure_unit?: string | null
}

export interface SamplePaperOptions {
  areas: { request: Area; size: Area; measure: Area }
  tongues: PaperLanguageFormats
  mayRead(area: Area, field: string): boolean
  pictures: readonly PaperPicture[]
  company: string
}

/**
 * The printed comment sheet of a sample round: request and delivery, result, comments by topic, and photos with their
 * pinned comments.
 */
export const samplePaper = (sample: PaperSample, options: SamplePaperOptions): Paper => {
  const { areas, tongues, mayRead, pictures, company } = options
  const { word } = paperTexts(tongues)
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
  const { labels, value } = paperTexts(tongues)
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

/** The table of measurements, if there are any: specified, the supplier's, and the office's. */
const measureTable = (
  { measures = [], measure_unit }: PaperSample,
  { areas, tongues }: SamplePaperOptions,
): PaperBlock[] => {
  const { word, words } = paperTexts(tongues)
  const unit = isLengthUnit(measure_unit) ? measure_unit : 'cm'
  return measureBlocks(measures, {
    area: areas.measure,
    ...{ tongues, unit },
    columns: [
      { field: 'own_mm', title: words('paper.sample.own') },
      { field: 'actual_mm', title: words('paper.sample.actual') },
    ],
    note: word('paper.sample.out_note', { unit: word(`areas.${areas.request.name}.choices.measure_unit.${unit}`) }),
  })
}
