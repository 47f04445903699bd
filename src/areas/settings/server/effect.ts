import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { today } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { type PolicyEffect, policyKinds } from '#shared/trade/policy-effect.ts'
import { readinessKinds, readyStates } from '#shared/trade/readiness.ts'
import { settings } from '../area'

/**
 * `GET /api/settings/policy-effect`: for each policy, the number of open order lines that it applies to and that it
 * would block.
 */
export const policyEffectRoute = (app: FastifyInstance, kit: Kit) =>
  route(
    app,
    {
      method: 'GET',
      url: `/api/${settings.name}/policy-effect`,
      tags: [settings.name],
      summary: 'How many open order lines each policy is about',
      mayCall: ({ role }) => kit.can(role, settings.name, 'edit'),
      answer: {
        description: 'By kind, the lines that need it and those of them that are not ready',
        schema: z.object({ kinds: z.record(z.enum(policyKinds), z.object({ needed: z.int(), open: z.int() })) }),
      },
      refusals: [401, 403],
    },
    async (): Promise<PolicyEffect> => {
      const [row] = await kit.db.query<Record<string, number>>(counts, [today()], 'policy_effect')
      return {
        kinds: Object.fromEntries(
          policyKinds.map((kind) => [kind, { needed: row?.[`${kind}_needed`] ?? 0, open: row?.[`${kind}_open`] ?? 0 }]),
        ),
      }
    },
  )

const ready = quoted(readyStates)

/** Live allocations of a factory. `held`: its licence is valid on day $1, or an administrator made an exception. */
const licences = `
  select a.po_line_id, bool_and(a.override_reason is not null or
    coalesce(f.business_licence_no, '') <> '' and coalesce(f.business_licence_expiry >= $1::date, false)) as held
  from factory_allocations a join factories f on f.id = a.factory_id
  where a.status in ('proposed', 'approved') and a.archived_at is null
  group by a.po_line_id`

const counts = `
  select ${readinessKinds
    .map((kind) => `l.${readinessField({ kind })}`)
    .flatMap((field, index) => [
      `count(*) filter (where ${field} <> 'not_required')::int as ${readinessKinds[index]}_needed`,
      `count(*) filter (where ${field} not in (${ready}))::int as ${readinessKinds[index]}_open`,
    ])
    .join(', ')},
    count(licence.po_line_id)::int as licence_needed,
    count(*) filter (where not licence.held)::int as licence_open
  from po_lines l left join (${licences}) as licence on licence.po_line_id = l.id
  where l.line_status = 'open' and l.archived_at is null`
