import type { Area } from '#shared/kit/area.ts'
import type { Paper, PaperBlock, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { placedDrawing, placeOf } from './garment-place'
import { isLengthUnit } from './lengths'
import { measureBlocks, type PaperPoint } from './measure-paper'
import { pieceFields } from './measured'
import { joined, type PaperPicture, paperTexts, pictureBlock, recordBlocks, titleIn } from './paper-words'
import { defectSeverities } from './qa'
import { type Signature, type SigningSide, signatureDrawing, signingSides } from './signature'

/** A quality activity as input of its report, with titles of references. */
export interface PaperActivity {
  [field: string]: unknown
  activity_no: string
  type: string
  status: string
  defects?: readonly Record<string, unknown>[]
  checks?: readonly Record<string, unknown>[]
  measures?: readonly PaperPoint[]
  measure_unit?: unknown
  signatures?: readonly Signature[]
}

export interface QaPaperOptions {
  areas: { activity: Area; defect: Area; check: Area; measure: Area }
  tongues: PaperLanguageFormats
  mayRead(area: Area, field: string): boolean
  pictures: readonly PaperPicture[]
  company: string
}

/**
 * The printed report of an inspection: what was inspected by which plan, the findings, the decision, and the
 * corrections.
 */
export const qaPaper = (activity: PaperActivity, options: QaPaperOptions): Paper => {
  const { areas, tongues, mayRead, pictures, company } = options
  const { word } = paperTexts(tongues)
  const area = areas.activity
  const { facts, notes } = recordBlocks(area, activity, tongues, mayRead)
  const reference = joined(' · ', activity.activity_no, word(`areas.${area.name}.states.${activity.status}`))
  return {
    title: `${word('paper.qa.title')} ${reference}`,
    language: tongues[0].language,
    heading: word(`areas.${area.name}.choices.type.${activity.type}`),
    reference,
    owner: [company].filter(Boolean),
    blocks: [
      ...facts(
        null,
        ...['planned_date', 'inspected_on', 'result', 'purchase_order_id', 'po_line_id', 'article_id'],
        ...['supplier_id', 'factory_id', 'inspector_type', 'inspector_id', 'inspection_firm', 'booking_ref'],
      ),
      ...facts(
        'sampling',
        ...['lot_qty', 'inspected_qty', 'packed_pct', 'level', 'inspection_severity', 'code_letter'],
        ...['sample_size', 'aql_major', 'aql_minor'],
      ),
      ...judgement(activity, options),
      ...defectTable(activity, options),
      ...placeFigures(activity, options),
      ...checkTable(activity, options),
      ...measureTable(activity, options),
      ...facts('findings', 'conclusion'),
      ...notes('remark'),
      ...pictureBlock(word('paper.photos'), pictures),
      ...facts('decision', 'decided_by', 'decided_at'),
      ...notes('decision_reason'),
      ...facts('correction', 'plan_state', 'plan_due', 'corrected_by'),
      ...notes('root_cause', 'corrective_action', 'preventive_action', 'plan_comment'),
      {
        kind: 'signatures',
        names: signingSides.map((side) =>
          joined(' · ', word(`paper.qa.${side}`), signedBy(activity, side)?.signer ?? ''),
        ),
        drawings: signingSides.map((side) => signatureDrawing(signedBy(activity, side)?.strokes)),
      },
    ],
  }
}

const signedBy = ({ signatures = [] }: PaperActivity, signingSide: SigningSide) =>
  signatures.find(({ side }) => side === signingSide)

/** The sampling plan and the findings by severity; empty without a plan, or before the inspection. */
const judgement = (activity: PaperActivity, { areas, tongues }: QaPaperOptions): PaperBlock[] => {
  const { sample_size, inspected_on } = activity
  if (typeof sample_size !== 'number' || !inspected_on) return []
  const { word, words } = paperTexts(tongues)
  return [
    {
      kind: 'table',
      columns: [
        { title: words('paper.qa.severity'), kind: 'main' },
        ...['accept', 'reject', 'found'].map((name) => ({ title: words(`paper.qa.${name}`), kind: 'number' as const })),
      ],
      rows: defectSeverities.map((severity) => {
        const accept = severity === 'critical' ? 0 : Number(activity[`${severity}_accept`] ?? 0)
        const reject = severity === 'critical' ? 1 : Number(activity[`${severity}_reject`] ?? 0)
        const found = Number(activity[`${severity}_qty`] ?? 0)
        const name = word(`areas.${areas.defect.name}.choices.severity.${severity}`)
        return [[name], [String(accept)], [String(reject)], [String(found)]]
      }),
    },
  ]
}

const defectTable = ({ defects = [] }: PaperActivity, { areas, tongues }: QaPaperOptions): PaperBlock[] => {
  if (defects.length === 0) return []
  const { labels, value } = paperTexts(tongues)
  const names = ['defect_code_id', 'severity', 'qty', 'size_id', 'position', 'comment'] as const
  const kinds = { defect_code_id: 'main', qty: 'number' } as const
  return [
    {
      kind: 'table',
      columns: names.map((name) => ({
        title: labels(areas.defect, name),
        kind: name in kinds ? kinds[name as keyof typeof kinds] : 'text',
      })),
      rows: defects.map((defect) =>
        names.map((name) => [
          name === 'defect_code_id' ? titleIn(defect.defect_code, tongues) : value(areas.defect, name, defect),
        ]),
      ),
    },
  ]
}

const checkTable = ({ checks = [] }: PaperActivity, { areas, tongues }: QaPaperOptions): PaperBlock[] => {
  if (checks.length === 0) return []
  const { labels, value } = paperTexts(tongues)
  const names = ['checklist_item_id', 'result', 'comment'] as const
  return [
    {
      kind: 'table',
      columns: names.map((name) => ({
        title: labels(areas.check, name),
        kind: name === 'checklist_item_id' ? 'main' : 'text',
      })),
      rows: checks.map((check) =>
        names.map((name) => [
          name === 'checklist_item_id' ? titleIn(check.checklist_item, tongues) : value(areas.check, name, check),
        ]),
      ),
    },
  ]
}

/** The table of measurements, with a column for each measured piece. */
const measureTable = (
  { measures = [], measure_unit }: PaperActivity,
  { areas, tongues }: QaPaperOptions,
): PaperBlock[] => {
  const { word, words } = paperTexts(tongues)
  const unit = isLengthUnit(measure_unit) ? measure_unit : 'cm'
  const pieces = pieceFields.filter((field) => measures.some((point) => typeof point[field] === 'string'))
  return measureBlocks(measures, {
    area: areas.measure,
    ...{ tongues, unit },
    columns: pieces.map((field) => ({
      field,
      title: words('paper.qa.piece', { number: pieceFields.indexOf(field) + 1 }),
    })),
    note: word('paper.sample.out_note', { unit: word(`areas.${areas.activity.name}.choices.measure_unit.${unit}`) }),
  })
}

/** Drawings of the garment with the positions of defects, for defects that have one. */
const placeFigures = ({ defects = [] }: PaperActivity, { areas, tongues }: QaPaperOptions): PaperBlock[] => {
  const { word, value } = paperTexts(tongues)
  const figures = defects.flatMap((defect) => {
    const position = placeOf(defect)
    if (!position) return []
    return [
      {
        title: value(areas.defect, 'place_view', defect),
        names: [titleIn(defect.defect_code, tongues)],
        texts: [String(defect.position ?? '')].filter(Boolean),
        drawing: placedDrawing(position.view, [position]),
      },
    ]
  })
  return figures.length > 0 ? [{ kind: 'figures', title: word('paper.qa.places'), figures }] : []
}
