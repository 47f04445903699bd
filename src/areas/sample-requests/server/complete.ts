import { readArticleSizes } from '#server/allocation/article-sizes.ts'
import {
  allocatedSpecification,
  measuresFor,
  readArticleSpecifications,
  readTables,
  type SpecTable,
} from '#server/allocation/spec-tables.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { isPast } from '#server/kit/past-day.ts'
import { nextNumber } from '#server/kit/write/counters.ts'
import { daysBetween, today } from '#shared/base/dates.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** Read-only values of new requests in this write: of a plan that is sent at once, or of the next round. */
export const presetValues = new WeakMap<Work, Doc>()

/**
 * Numbers new requests, copies values from line and article, adds up quantities and checks what the sample type
 * requires.
 */
export const completeRequests = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const facts = await readFacts(work, changes)
  const problems: Problem[][] = []
  for (const change of changes) {
    const { before, after } = change
    const line = facts.lines.get(Number(after.po_line_id))
    if (!before) await completeNew(work, after)
    after.purchase_order_id = line?.purchase_order_id ?? null
    if (!before) {
      after.factory_id ??= line?.factory_id ?? null
      if (line && line.article_id === after.article_id) after.colourway_id ??= line.colourway_id
      after.specification_id ??= specificationOf(facts, after)
    }
    const sizes = (after.sizes ?? []) as Doc[]
    Object.assign(after, requestedMeasures(change, facts))
    after.requested_qty = sizes.reduce((sum, { qty }) => sum + Number(qty), 0)
    after.sent_qty = sizes.reduce((sum, { sent_qty }) => sum + Number(sent_qty ?? 0), 0)
    after.sent_late_days = daysTo(after.due_date, after.dispatch_date)
    after.comment_days = daysTo(after.received_date, dayOf(after.evaluated_at))
    problems.push(work.me.id === 0 ? [] : await problemsOf(work, change, facts))
  }
  return problems
}

const completeNew = async (work: Work, request: Doc) => {
  Object.assign(request, presetValues.get(work))
  if (work.isTrial) return
  request.request_no ??= await nextNumber(work.tx, 'SR', work.context.today)
  request.series_no ??= request.request_no
  request.requested_by ??= work.me.id || null
}

const daysTo = (from: unknown, to: unknown): number | null =>
  typeof from === 'string' && typeof to === 'string' ? daysBetween(from, to) : null

const dayOf = (moment: unknown): string | null =>
  typeof moment === 'string' ? today(undefined, new Date(moment)) : null

const problemsOf = async (
  work: Work,
  { before, after }: Change,
  { types, lines, articles }: Facts,
): Promise<Problem[]> => {
  const type = types.get(Number(after.sample_type_id))
  const line = lines.get(Number(after.po_line_id))
  const scale = articles.get(Number(after.article_id))
  const refusals: [is: unknown, text: string, field: string][] = [
    [type?.needs_line && !line, 'problems.sample-requests.line_needed', 'po_line_id'],
    [type?.needs_colourway && !after.colourway_id, 'problems.sample-requests.colourway_needed', 'colourway_id'],
    [line && line.article_id !== after.article_id, 'problems.sample-requests.other_article', 'article_id'],
    [
      line?.colourway_id && after.colourway_id && line.colourway_id !== after.colourway_id,
      'problems.sample-requests.other_colourway',
      'colourway_id',
    ],
    [line && line.supplier_id !== after.supplier_id, 'problems.sample-requests.other_supplier', 'supplier_id'],
    [
      before?.due_date !== after.due_date && (await isPast(work, after.due_date, after.supplier_id)),
      'problems.sample-requests.past',
      'due_date',
    ],
    ...((after.sizes ?? []) as Doc[]).map(({ size_id }, index): [unknown, string, string] => [
      typeof size_id === 'number' && !scale?.includes(size_id),
      'problems.sample-requests.other_size',
      `sizes.${index}.size_id`,
    ]),
  ]
  return refusals.flatMap(([is, text, field]) => (is ? [problem(textOf(text), field)] : []))
}

/** The points of measure of the sample, until the supplier has sent it: those of its specification, in its sizes. */
const requestedMeasures = ({ before, after }: Change, { types, tables }: Facts): Doc => {
  const isOpen = !before || followedStates.has(String(after.status))
  if (!isOpen) return {}
  const table = types.get(Number(after.sample_type_id))?.needs_measurement
    ? tables.get(Number(after.specification_id))
    : undefined
  const sizes = new Set(((after.sizes ?? []) as Doc[]).map(({ size_id }) => Number(size_id)))
  const measures = table ? measuresFor(table, sizes, (after.measures ?? []) as Doc[]) : []
  return { measures, measure_unit: table?.unit ?? null }
}

const followedStates: ReadonlySet<string> = new Set(['draft', 'requested', 'acknowledged', 'in_making'])

interface Line {
  id: number
  purchase_order_id: number
  supplier_id: number
  article_id: number
  colourway_id: number | null
  factory_id: number | null
  specification_id: number | null
}

interface Facts {
  types: ReadonlyMap<number, { needs_line: boolean; needs_colourway: boolean; needs_measurement: boolean }>
  lines: ReadonlyMap<number, Line>
  /** The sizes of each article's scale; no entry for an article without a scale. */
  articles: ReadonlyMap<number, readonly number[]>
  /** The active measurement specification of each article. */
  specifications: ReadonlyMap<number, number>
  tables: ReadonlyMap<number, SpecTable>
}

const specificationOf = (
  { lines, specifications }: Pick<Facts, 'lines' | 'specifications'>,
  { po_line_id, article_id }: Doc,
) => lines.get(Number(po_line_id))?.specification_id ?? specifications.get(Number(article_id)) ?? null

const readFacts = async ({ tx }: Work, changes: readonly Change[]): Promise<Facts> => {
  const idsOf = (field: string) => [...new Set(changes.flatMap(({ after }) => Number(after[field]) || []))]
  const articleIds = idsOf('article_id')
  const types = await tx.query<{
    id: number
    needs_line: boolean
    needs_colourway: boolean
    needs_measurement: boolean
  }>(
    'select id, needs_line, needs_colourway, needs_measurement from sample_types where id = any($1::bigint[])',
    [idsOf('sample_type_id')],
    'sample_request_types',
  )
  const lines = await tx.query<Line>(
    `select l.id, l.purchase_order_id, o.supplier_id, l.article_id, l.colourway_id, l.factory_id,
       ${allocatedSpecification('l')} as specification_id
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id where l.id = any($1::bigint[])`,
    [idsOf('po_line_id')],
    'sample_request_lines',
  )
  const articles = await readArticleSizes(tx, articleIds)
  const specifications = await readArticleSpecifications(tx, articleIds)
  const lineOf = new Map(lines.map((row) => [row.id, row]))
  const relevant = changes.flatMap(({ before, after }) => [
    Number(after.specification_id) || (before ? 0 : (specificationOf({ lines: lineOf, specifications }, after) ?? 0)),
  ])
  return {
    tables: await readTables(tx, [...new Set(relevant)]),
    types: new Map(types.map((row) => [row.id, row])),
    lines: lineOf,
    articles,
    specifications,
  }
}
