import type { FastifyInstance } from 'fastify'
import { queryText } from '#server/kit/api/area-route.ts'
import { query } from '#server/kit/api/description.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { formats, type SheetCell, type SheetColumn, workbookFile } from '#server/kit/read/export.ts'
import { createListings, type Listing } from '#server/kit/read/listing.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { today } from '#shared/base/dates.ts'
import { type Language, type Text, textOf } from '#shared/kit/text.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { missingStates } from '#shared/trade/line-kinds.ts'
import { type ReadinessCell, type ReadinessRow, readinessTones, waitingDays } from '#shared/trade/readiness-matrix.ts'
import { poLines } from '../area'
import { kindsFor, kindsKey, pageSql, rowsIn } from './readiness-cells'

/** `GET /api/po-lines/readiness/export`: all matching lines in the order of the list, coloured as on the screen. */
export const readinessExportRoute = (app: FastifyInstance, kit: Kit) => {
  const listings = createListings(kit)
  route(
    app,
    {
      method: 'GET',
      url: `/api/${poLines.name}/readiness/export`,
      tags: ['PO lines'],
      summary:
        'All order lines that match by kinds of requirement, as a workbook; takes the filters and order of their list',
      mayCall: ({ role }) => kit.can(role, poLines.name, 'read'),
      parameters: [query('format', { enum: ['xlsx'], default: 'xlsx' })],
      responses: {
        200: {
          description: 'The workbook, in the language of the reader',
          content: { [formats.xlsx.type]: { schema: { type: 'string', format: 'binary' } } },
        },
      },
      refusals: [400, 401, 403],
    },
    async (request, _input, reply) => {
      const { me } = request
      const listing = listings(poLines, me, queryText(request), ['format', '_start', '_end'])
      const language = languageOf(request.headers['accept-language'])
      const kinds = kindsFor(kit, me)
      const stream = workbookFile(
        word(textOf('areas.po-lines.screen.readiness.title'), language),
        columnsOf(kinds, language),
        pagesOf(kit, me, listing, kinds, language),
      )
      reply.raw.once('close', () => stream.destroy())
      return reply
        .type(formats.xlsx.type)
        .header('content-disposition', `attachment; filename="readiness-${today()}.xlsx"`)
        .header('cache-control', 'no-store')
        .send(stream)
    },
  )
}

type Kinds = ReturnType<typeof kindsFor>

const word = (text: Text, language: Language) => renderText(text, language)
const label = (name: string) => textOf(`areas.${poLines.name}.fields.${name}`)
const choice = (field: string, value: string) => textOf(`areas.${poLines.name}.choices.${field}.${value}`)
const screen = (key: string) => textOf(`areas.${poLines.name}.screen.readiness.${key}`)

const columnsOf = (kinds: Kinds, language: Language): SheetColumn[] => {
  const column = (text: Text, kind: SheetColumn['kind'] = 'text') => ({ heading: word(text, language), kind })
  return [
    column(label('purchase_order_id')),
    column(label('line_no'), 'integer'),
    column(textOf('areas.suppliers.name_one')),
    column(label('article_id')),
    column(label('colourway_id')),
    column(label('qty'), 'integer'),
    column(label('ex_factory_date'), 'date'),
    ...kinds.flatMap(({ plan }) => {
      const kind = choice('office_turn', plan.kind)
      return [
        column(kind),
        column({ ...screen('export.turn'), params: { kind } }),
        column({ ...screen('export.days'), params: { kind } }, 'integer'),
        ...(missingStates(plan).length > 0 ? [column({ ...screen('export.missing'), params: { kind } })] : []),
      ]
    }),
  ]
}

/** Reads the ids first and then the lines in portions, so that concurrent changes neither repeat nor omit a line. */
async function* pagesOf(
  kit: Kit,
  me: Principal,
  { shape, values }: Listing,
  kinds: Kinds,
  language: Language,
): AsyncGenerator<SheetCell[][]> {
  const [matching] = await run<{ ids: string }>(kit.db, kit.selects.idsInOrder(poLines, readScopeOf(me), shape), {
    ...values,
    ...callerValues(me),
  })
  const ids = JSON.parse(matching?.ids ?? '[]') as number[]
  const statement = kit.selects.overIds(`readiness ${kindsKey(kinds)}`, poLines, readScopeOf(me), (list) =>
    pageSql(kinds, list),
  )
  for (let start = 0; start < ids.length; start += portion) {
    const [page] = await run<{ rows: string }>(kit.db, statement, {
      ids: ids.slice(start, start + portion),
      ...callerValues(me),
    })
    yield rowsIn(kinds, page).map((row) => cellsOf(row, kinds, language))
  }
}

const portion = 200

const cellsOf = ({ line, cells }: ReadinessRow, kinds: Kinds, language: Language): SheetCell[] => [
  titleIn(line.purchase_order, language),
  numberIn(line.line_no),
  titleIn(line.supplier, language),
  titleIn(line.article, language),
  titleIn(line.colourway, language),
  numberIn(line.qty),
  typeof line.ex_factory_date === 'string' ? line.ex_factory_date : null,
  ...kinds.flatMap(({ plan }): SheetCell[] => {
    const cell = cells[plan.kind as keyof typeof cells]
    const state = cell && word(choice(readinessField(plan), cell.state), language)
    return [
      cell ? { text: state ?? '', tone: readinessTones[cell.state] } : null,
      cell ? turnsOf(cell, language) : null,
      cell ? waitingDays(cell, today()) : null,
      ...(missingStates(plan).length > 0 ? [cell ? missingOf(cell, language) : null] : []),
    ]
  }),
]

/** Names the sides by role instead of "you", because the file may be passed on. */
const turnsOf = ({ turns }: ReadinessCell, language: Language) =>
  turns.map((side) => word(screen(`side.${side}`), language)).join(' + ') || null

/** The kinds of attachments that are missing. */
const missingOf = ({ missing }: ReadinessCell, language: Language) =>
  missing.map((kind) => word(textOf(`files.kinds.${kind}`), language)).join(word(textOf('kit.comma'), language)) || null

const titleIn = (shown: unknown, language: Language): string | null => {
  const { title, title_zh } = (shown ?? {}) as { title?: string | null; title_zh?: string | null }
  return (language === 'zh' && title_zh) || title || null
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)
