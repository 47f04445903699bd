import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import { notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { containers } from '../area'

const params = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

const carton = z.object({
  run: z.string().describe('Rows of one run are in the same cartons.'),
  first_no: z.int(),
  last_no: z.int(),
  line: z.int().describe('The line of the container.'),
  size_id: z.int().nullable(),
  units_per_carton: z.int(),
  sscc_serial: z.int().nullable().describe('The serial of the first carton of the run; the others follow.'),
})

/** `GET /api/containers/:id/cartons`: the packed cartons, which the scanning screen stores for use without a network. */
export const cartonsRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${containers.name}/:id/cartons`,
      tags: [containers.name],
      summary: 'Read the packed cartons of a container',
      mayCall: ({ role }) => kit.can(role, containers.name, 'edit'),
      params,
      answer: {
        description: 'The rows of the packing lists, and the company prefix of carton codes',
        schema: z.object({ prefix: z.string().nullable(), blind: z.boolean(), cartons: z.array(carton) }),
      },
      refusals: [401, 403, 404],
    },
    async ({ me }, { params: { id } }) => {
      const [container] = await kit.repository(containers.name).find(kit.db, me, [id])
      if (!container) throw notFound()
      const settings = await kit.settings()
      // A container number on the packing list that no container has may have been corrected by the office since.
      const cartons = await kit.db.query(
        `select k.booking_id || ' ' || k.first_no || ' ' || k.last_no as run, k.first_no, k.last_no, l.id as line, k.size_id,
           k.units_per_carton, max(k.sscc_serial) over (partition by k.booking_id, k.first_no, k.last_no) as sscc_serial
         from container_lines l join containers c on c.id = l.container_id
           join booking_cartons k on k.booking_id = l.booking_id and k.po_line_id = l.po_line_id
             and (c.container_no is null or k.container_no is null or k.container_no = c.container_no
               or not exists (
                 select 1 from container_lines x join containers o on o.id = x.container_id
                 where x.booking_id = l.booking_id and o.container_no = k.container_no))
         where l.id = any($1::bigint[])
         order by k.booking_id, k.first_no, k.id`,
        [((container.lines ?? []) as { id: number }[]).map((line) => line.id)],
        'container_cartons',
      )
      return {
        prefix: (settings.gs1_company_prefix as string | null) ?? null,
        blind: settings.blind_count === true,
        cartons,
      }
    },
  )
