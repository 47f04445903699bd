import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { formatOf, formats, readsLabels, sendFile, writtenColumns } from '#server/kit/read/export.ts'
import type { ExportColumns } from '#server/kit/read/export-cells.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import { rightsOf } from '#server/kit/rights.ts'
import type { Area } from '#shared/kit/area.ts'
import { mayImport } from '#shared/kit/import-right.ts'
import { listParams } from '#shared/kit/list-query.ts'
import { listName } from '#shared/kit/worklist.ts'
import { languageIn } from './answer'
import { levelsOf } from './paths'
import { importFields } from './plan'
import { reimportColumns } from './record-check'
import { recentImports } from './staged'

/** Routes of an area: the caller's last imports, and the template to fill in or, for a worklist, its records to edit. */
export const templateRoutes = (app: FastifyInstance, area: Area, { kit, lists }: { kit: Kit; lists: Lists }) => {
  const name = listName(area)
  const base = `/api/${name}/import`
  const onRequest = async (request: FastifyRequest) => {
    if (!mayImport(rightsOf(kit, request.me), area)) throw forbidden()
  }

  app.get(base, { onRequest }, (request) => recentImports(kit.db, request.me, name))

  app.get(`${base}/template`, { onRequest }, (request, reply) => {
    const { me } = request
    const query = request.query as Record<string, unknown>
    const format = formatOf(query.format)
    const headings = readsLabels('headings', query.headings)
    const withHeadings = (columns: ExportColumns) =>
      writtenColumns(kit, me, area, columns, { headings, values: false, language: languageIn(request) })
    const { worklist } = area
    if (worklist) {
      // All records of the list, for editing and re-import.
      const listing = lists.listing(area, me, String(new URLSearchParams(listParams({ filters: [...worklist.where] }))))
      return sendFile(
        reply,
        name,
        format,
        formats[format].write(kit, me, listing, withHeadings(reimportColumns(kit, me, area))),
      )
    }
    const fields = importFields(kit, me, area)
    const columns = { fields, levels: levelsOf(kit.register, area, fields) ?? [] }
    // The example row is an existing record, so that it changes nothing if it is left in the file.
    const listing = lists.listing(area, me, '')
    return sendFile(
      reply,
      `${name}-template`,
      format,
      formats[format].write(kit, me, listing, withHeadings(columns), 1),
    )
  })
}
