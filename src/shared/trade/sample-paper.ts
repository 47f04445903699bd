import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { joined, type PaperPicture, pictureBlock, recordBlocks, speaking, titleIn } from './paper-words'
import { sampleTopics } from './samples'

/** A round of a sample for its comment sheet, with titles of references. */
export interface PaperSample {
  [field: string]: unknown
  request_no: string
  round: number
  status: string
  sizes?: readonly Record<string, unknown>[]
}

export interface SamplePaperOptions {
  areas: { request: Area; size: Area }
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
