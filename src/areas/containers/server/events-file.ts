import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { countRequest } from '#server/auth/attempts.ts'
import { route } from '#server/kit/api/route.ts'
import { invalid } from '#server/kit/errors.ts'
import { readSmallTable } from '#server/kit/import/small-table.ts'
import { takeFileBodies, uploadLimit } from '#server/kit/import/upload.ts'
import type { Kit } from '#server/kit/kit.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { missingColumns, readMilestones } from '#shared/trade/milestone-rows.ts'
import { containers } from '../area'

/** The most bytes of a file. */
const maxFile = 5 * 1024 * 1024
/** The most events of a file. */
const maxRows = 10_000

const answer = z.object({
  events: z.array(z.record(z.string(), z.unknown())).describe('Events as `POST /api/containers/events` takes them.'),
  faults: z.array(z.object({ line: z.int(), text: z.string() })),
  count: z.int().describe('Rows of the file.'),
})

/** `POST /api/containers/events/read`: parses a carrier's file of milestones (CSV or XLSX); nothing is stored. */
export const eventsFileRoute = (app: FastifyInstance, kit: Kit) => {
  app.register(async (scope) => {
    takeFileBodies(scope)
    route(
      scope,
      {
        method: 'POST',
        url: `/api/${containers.name}/events/read`,
        tags: [containers.name],
        summary: 'Read a file of milestones',
        mayCall: ({ role }) => kit.can(role, containers.name, 'edit'),
        file: true,
        bodyLimit: maxFile,
        answer: { description: 'The events, and the faults of other rows', schema: answer },
        refusals: [400, 401, 403, 408, 413, 415, 422, 429, 503],
      },
      async (request) => {
        await countRequest(kit.db, 'import', `#${request.me.id}`, uploadLimit)
        const refuse = (text: Text) => invalid({ file: [text] }, text)
        const { headings, rows } = await readSmallTable(request.body, maxRows, () =>
          textOf('problems.milestones.too_many', { count: maxRows }),
        )
        const missing = missingColumns(headings)
        if (missing.length > 0) throw refuse(textOf('problems.milestones.no_columns', { columns: missing.join(', ') }))
        const read = readMilestones(headings, rows)
        if (read.count === 0) throw refuse(textOf('import.no_rows'))
        const language = languageOf(request.headers['accept-language'])
        return { ...read, faults: read.faults.map(({ line, text }) => ({ line, text: renderText(text, language) })) }
      },
    )
  })
}
