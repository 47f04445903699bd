import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseQuery } from '#server/kit/api/query-params.ts'
import { malformed } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { formatOf, sendFile } from '#server/kit/read/export.ts'
import { renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import type { ImportRow } from '#shared/kit/wire/import.ts'
import { languageIn, ownImport } from './answer'
import { columnOf } from './plan'
import { rejectedFile } from './rejected-file'
import { pageOfNames, type Staged } from './staged'

/** Routes of the results of a check: documents with outcomes, records to create, and the file of rejected rows. */
export const resultRoutes = (app: FastifyInstance, kit: Kit) => {
  app.get('/api/imports/:id/rows', async (request, reply) => {
    const record = await ownImport(kit, request)
    const { outcome, start, size } = pageOf(request)
    const [rows, [total]] = await Promise.all([
      kit.db.query<Staged & { written: boolean }>(
        `select number, name, lines, outcome, record_id, errors, remarks, changes, written from import_documents
         where import_id = $1 and ($2::text is null or outcome = $2) order by number limit $3 offset $4`,
        [record.id, outcome, size, start],
        'import_documents_page',
      ),
      kit.db.query<{ count: number }>(
        'select count(*)::int as count from import_documents where import_id = $1 and ($2::text is null or outcome = $2)',
        [record.id, outcome],
        'import_documents_count',
      ),
    ])
    const language = languageIn(request)
    return reply.header('x-total-count', total?.count ?? 0).send(
      rows.map(
        ({ errors, remarks, lines, ...row }): ImportRow => ({
          ...row,
          lines: lines.slice(0, 50),
          line_count: lines.length,
          remarks: remarks.map((text) => renderText(text, language)),
          errors: errors.slice(0, 50).map(({ text, ...fault }) => ({
            ...fault,
            column: columnOf(record, fault.field),
            message: renderText(text, language),
          })),
        }),
      ),
    )
  })

  app.get('/api/imports/:id/names', async (request, reply) => {
    const record = await ownImport(kit, request)
    const { area = '', ...page } = parseQuery(request.query, ['area', '_start', '_end'])
    const { start, size } = rangeOf(page)
    const names = await pageOfNames(kit.db, record.id, area, start, size)
    const language = languageIn(request)
    return reply.header('x-total-count', names[0]?.total ?? 0).send(
      names.map(({ total: _total, key: _key, place: _place, problems, ...name }) => ({
        ...name,
        problems: problems.map((text) => renderText(text, language)),
      })),
    )
  })

  app.get('/api/imports/:id/rejected', async (request, reply) => {
    const record = await ownImport(kit, request)
    // By default in the format of the uploaded file.
    const format = formatOf((request.query as Record<string, unknown>).format, record.sheet === null ? 'csv' : 'xlsx')
    const rows = rejectedFile(kit, record, languageIn(request), format)
    return sendFile(reply, `${record.area}-rejected-${record.id}`, format, rows)
  })
}

const outcomes = ['new', 'changed', 'unchanged', 'rejected']

/** The outcome and page in the query string; 400 if one is invalid. */
const pageOf = (request: FastifyRequest) => {
  const { outcome, ...page } = parseQuery(request.query, ['outcome', '_start', '_end'])
  if (outcome !== undefined && !outcomes.includes(outcome))
    throw malformed('outcome', textOf('messages.bad_filter_value', { value: outcome.slice(0, 40) }))
  return { outcome: outcome ?? null, ...rangeOf(page) }
}

const rangeOf = ({ _start = '0', _end }: Partial<Record<string, string>>) => {
  const start = numberOf('_start', _start)
  const end = _end === undefined ? start + 25 : numberOf('_end', _end)
  if (end < start) throw malformed('_end', textOf('messages.bad_page'))
  if (end - start > 100) throw malformed('_end', textOf('messages.page_too_large', { max: 100 }))
  return { start, size: end - start }
}

const numberOf = (name: string, text: string): number => {
  if (!/^\d{1,7}$/.test(text)) throw malformed(name, textOf('messages.not_a_number'))
  return Number(text)
}
