import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { countRequest } from '#server/auth/attempts.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid, notFound } from '#server/kit/errors.ts'
import { readSmallTable } from '#server/kit/import/small-table.ts'
import { takeFileBodies, uploadLimit } from '#server/kit/import/upload.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { mostCartonRows, type PackableLine, readCartonRows } from '#shared/trade/carton-rows.ts'
import { bookings } from '../area'

/** The most bytes of a file. */
const maxFile = 5 * 1024 * 1024
/** The most rows that are read of a file. */
const maxSourceRows = 10_000

const query = z.strictObject({
  lines: z
    .string()
    .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/)
    .describe('The ids of the order lines that the rows may be of, with commas.'),
})

const answer = z.object({
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .describe('Rows of a packing list as `cartons` of a booking takes them.'),
  faults: z.array(z.object({ line: z.int(), heading: z.string().nullable(), text: z.string() })),
  count: z.int().describe('Rows of the file.'),
})

/**
 * `POST /api/bookings/packing-list`: parses a packing list (CSV or XLSX) for order lines in the caller's scope. Answers the
 * valid rows and the faults of others; nothing is stored.
 */
export const packingListRoute = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  app.register(async (scope) => {
    takeFileBodies(scope)
    route(
      scope,
      {
        method: 'POST',
        url: `/api/${bookings.name}/packing-list`,
        tags: [bookings.name],
        summary: 'Read a packing list',
        mayCall: ({ role }) => kit.can(role, bookings.name, 'create'),
        query,
        file: true,
        bodyLimit: maxFile,
        answer: { description: 'The rows, and the faults of others', schema: answer },
        refusals: [400, 401, 403, 404, 408, 413, 415, 422, 429, 503],
      },
      async (request, { query: { lines } }) => {
        await countRequest(kit.db, 'import', `#${request.me.id}`, uploadLimit)
        const ids = [...new Set(lines.split(',').map(Number))]
        const scope = readScopeOf(request.me)
        const statement = statements(scope, () => compile(linesSql(kit, scope)))
        const packable = await run<PackableLine>(kit.db, statement, { ids, ...callerValues(request.me) })
        if (packable.length < ids.length) throw notFound()
        const { headings, rows } = await readSmallTable(request.body, maxSourceRows, () =>
          textOf('problems.packing.too_many', { count: mostCartonRows }),
        )
        const read = readCartonRows(headings, rows, packable)
        if (read.count === 0) throw invalid({ file: [textOf('import.no_rows')] }, textOf('import.no_rows'))
        const language = languageOf(request.headers['accept-language'])
        return { ...read, faults: read.faults.map((fault) => ({ ...fault, text: renderText(fault.text, language) })) }
      },
    )
  })
}

const linesSql = (kit: Kit, scope: ReturnType<typeof readScopeOf>) => sql`
  select l.id, l.line_title, a.article_no as article, c.name_en as colourway, coalesce(
    (select json_agg(json_build_object('size_id', s.size_id, 'label', z.label) order by z.sort_order, z.id)
     from po_line_sizes s join sizes z on z.id = s.size_id where s.po_line_id = l.id),
    '[{"size_id": null, "label": null}]') as sizes
  from po_lines as l join articles as a on a.id = l.article_id left join colourways as c on c.id = l.colourway_id
  where l.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(kit.register.get('po-lines'), scope, 'l')}`
