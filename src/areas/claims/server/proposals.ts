import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { route } from '#server/kit/api/route.ts'
import type { Kit, Work } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, type ReadScope, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { keyedCommand } from '#server/kit/write/keyed-write.ts'
import { addDays } from '#shared/base/dates.ts'
import { quoted } from '#shared/base/quoted.ts'
import { claimedDecisions, claimTypes } from '#shared/trade/claim-terms.ts'
import { countedStates } from '#shared/trade/containers.ts'
import { claims } from '../area'
import { lockSource, makeDraft, type Proposal, readProposals } from './draft'
import { readRules } from './facts'
import { isLateSince } from './follow'
import { answeredFor, type Source } from './sources'

/** Proposals in one response, and drafts in one command. */
const maxProposals = 60
/**
 * `portion`: sources read in one transaction, to keep transactions short. `maxSources`: sources read for one response.
 */
const portion = 20
const maxSources = 30 * portion
/** The age in days of the oldest facts that are proposed. */
const lookBackDays = 365

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const query = z.strictObject({
  supplier_id: id.optional().describe('Claims against this supplier alone.'),
  purchase_order_id: id.optional().describe('Claims for lines of this order alone.'),
})
const body = z.strictObject({
  keys: z.array(z.string().max(120)).min(1).max(maxProposals).describe('Proposals, by their keys.'),
})

const titledReference = z.object({ id: z.int(), title: z.string() }).nullable()
const proposal = z.object({
  key: z.string(),
  type: z.enum(claimTypes),
  rule: z.object({ id: z.int(), title: z.string(), title_zh: z.string() }),
  supplier: titledReference,
  order: titledReference,
  container: titledReference,
  inspection: titledReference,
  day: z.string(),
  lines: z.array(
    z.object({ title: z.string().nullable(), units: z.int(), days_late: z.int().nullable(), amount: z.string() }),
  ),
  currency: z.string(),
  amount: z.string(),
})
type ProposalResponse = z.output<typeof proposal>

/**
 * `GET /api/claims/proposals` and `POST /api/claims/draft`: claims that current facts and rules justify and that do not
 * exist yet; the second route creates drafts of the chosen ones.
 */
export const proposalRoutes = (app: FastifyInstance, kit: Kit) => {
  const statements = memo<Statement>(20)
  const options = {
    tags: [claims.name] as const,
    mayCall: ({ role }: { role: Parameters<Kit['can']>[0] }) => kit.can(role, claims.name, 'create'),
  }

  /** The newest sources, or the given ones. */
  const sourcesFor = async (
    work: Work,
    { supplier_id, purchase_order_id }: z.output<typeof query>,
    { chosen = null, skip = 0, count }: { chosen?: readonly Source[] | null; skip?: number; count: number },
  ) => {
    const scope = readScopeOf(work.me)
    const rows = await run<{ kind: Source['kind']; id: number }>(
      work.tx,
      statements(scope, () => compile(sourcesSql(kit, scope))),
      {
        supplier: supplier_id ?? null,
        order: purchase_order_id ?? null,
        since: addDays(work.context.today, -lookBackDays),
        chosen: chosen?.map(({ kind, id }) => `${kind} ${id}`) ?? null,
        ...{ skip, count },
        ...callerValues(work.me),
      },
    )
    return rows.map(({ kind, id }): Source => ({ kind, id: Number(id) }))
  }

  const readPortion = async (work: Work, filter: z.output<typeof query>, skip: number) => {
    const sources = await sourcesFor(work, filter, { skip, count: portion })
    const rules = await readRules(work.tx)
    const candidates: Proposal[] = []
    for (const source of sources) candidates.push(...(await readProposals(work, source, rules)))
    const matching = candidates.filter((proposal) => {
      const [first] = proposal.facts
      return (
        (!filter.supplier_id || first?.order.supplier_id === filter.supplier_id) &&
        (!filter.purchase_order_id || first?.order.purchase_order_id === filter.purchase_order_id) &&
        isInPortfolio(work, proposal)
      )
    })
    return { proposals: await toResponse(work, matching), isLast: sources.length < portion }
  }

  /** Many sources justify no claim, so further portions are read until the page is full. */
  const readProposalPage = async (me: Principal, filter: z.output<typeof query>) => {
    const proposals: ProposalResponse[] = []
    for (let skip = 0; skip < maxSources && proposals.length <= maxProposals; skip += portion) {
      const next = await kit.write(me, 'read', (work) => readPortion(work, filter, skip))
      proposals.push(...next.proposals)
      if (next.isLast) return { proposals: proposals.slice(0, maxProposals), more: proposals.length > maxProposals }
    }
    return { proposals: proposals.slice(0, maxProposals), more: true }
  }

  route(
    app,
    {
      ...options,
      method: 'GET',
      url: `/api/${claims.name}/proposals`,
      summary: 'What could be claimed and is not',
      query,
      answer: {
        description: 'The proposals, and whether there may be more',
        schema: z.object({ proposals: z.array(proposal), more: z.boolean() }),
      },
      refusals: [400, 401, 403],
    },
    ({ me }, { query }) => readProposalPage(me, query),
  )

  route(
    app,
    {
      ...options,
      method: 'POST',
      url: `/api/${claims.name}/draft`,
      summary: 'Draft claims that were proposed',
      keyed: true,
      body,
      answer: {
        description: 'The drafts; what somebody else drafted in the meantime is left out',
        schema: z.object({ drafted: z.array(z.object({ id: z.int(), claim_no: z.string() })) }),
      },
      refusals: [401, 403, 409, 422],
    },
    (request, { body: { keys } }) =>
      keyedCommand(kit, request, 'create', async (work) => {
        const chosen = sourcesOf(keys)
        const allowed = new Set(
          (await sourcesFor(work, {}, { chosen, count: maxProposals })).map(({ kind, id }) => `${kind} ${id}`),
        )
        const rules = await readRules(work.tx)
        const drafted: { id: number; claim_no: string }[] = []
        for (const source of chosen) {
          if (!allowed.has(`${source.kind} ${source.id}`)) continue
          await lockSource(work, source)
          for (const proposal of await readProposals(work, source, rules)) {
            if (!keys.includes(proposal.key) || !isInPortfolio(work, proposal)) continue
            const createdDraft = await makeDraft(work, proposal)
            if (createdDraft) drafted.push({ id: Number(createdDraft.id), claim_no: String(createdDraft.claim_no) })
          }
        }
        return { drafted }
      }),
  )
}

/** A container in the caller's scope may also hold goods of suppliers outside the caller's portfolio. */
const isInPortfolio = ({ me }: Work, { facts: [first] }: Proposal): boolean =>
  !me.portfolio || me.portfolio.includes(Number(first?.order.supplier_id))

/** The sources in the keys of proposals, in a fixed order, so that concurrent commands wait for each other. */
const sourcesOf = (keys: readonly string[]): Source[] => {
  const sourcesByKey = new Map<string, Source>()
  for (const key of keys) {
    const [, kind, id] = /^(container|inspection|line)-([1-9]\d{0,14})-/.exec(key) ?? []
    if (kind && id) sourcesByKey.set(`${kind} ${id}`, { kind: kind as Source['kind'], id: Number(id) })
  }
  return [...sourcesByKey.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id)
}

const toResponse = async ({ tx }: Work, proposals: readonly Proposal[]): Promise<ProposalResponse[]> => {
  const ids = (idOf: (proposal: Proposal) => unknown) => [
    ...new Set(proposals.flatMap((entry) => Number(idOf(entry)) || [])),
  ]
  const titles = await tx.query<{ kind: string; id: number; title: string; title_zh: string | null }>(
    `select 'supplier' as kind, id, supplier_name as title, null as title_zh from suppliers where id = any($1::bigint[])
     union all select 'order', id, po_no, null from purchase_orders where id = any($2::bigint[])
     union all select 'container', id, container_title, null from containers where id = any($3::bigint[])
     union all select 'inspection', id, activity_no, null from qa_activities where id = any($4::bigint[])
     union all select 'rule', id, name_en, name_zh from claim_rules where id = any($5::bigint[])`,
    [
      ids(({ facts }) => facts[0]?.order.supplier_id),
      ids(({ facts }) => facts[0]?.order.purchase_order_id),
      ids(({ facts }) => facts[0]?.head.container_id),
      ids(({ facts }) => facts[0]?.head.qa_activity_id),
      ids(({ rule }) => rule.id),
    ],
    'claim_proposal_titles',
  )
  const byKey = new Map(titles.map((row) => [`${row.kind} ${row.id}`, row]))
  const title = (kind: string, recordId: number | null | undefined) => {
    const row = recordId ? byKey.get(`${kind} ${recordId}`) : undefined
    return row ? { id: Number(row.id), title: row.title ?? '' } : null
  }
  return proposals.flatMap(({ key, type, rule, facts, amounts }) => {
    const [first] = facts
    const ruleTitle = byKey.get(`rule ${rule.id}`)
    if (!first || !ruleTitle) return []
    return [
      {
        key,
        type,
        rule: { id: rule.id, title: ruleTitle.title, title_zh: ruleTitle.title_zh ?? ruleTitle.title },
        supplier: title('supplier', first.order.supplier_id),
        order: title('order', first.order.purchase_order_id),
        container: title('container', first.head.container_id),
        inspection: title('inspection', first.head.qa_activity_id),
        day: first.day,
        lines: facts.map(({ order, line }, at) => ({
          title: order.line_title,
          units: line.units,
          days_late: line.days_late,
          amount: amounts.lines[at] ?? '0',
        })),
        currency: first.order.currency,
        amount: amounts.amount,
      },
    ]
  })
}

/** Containers, inspections and lines in the caller's scope with facts that no claim holds, the newest first. */
const sourcesSql = (kit: Kit, scope: ReadScope) => {
  const inScope = (area: string, alias: string) => kit.selects.inScope(kit.register.get(area), scope, alias)
  const matchesFilter = (supplier: string, order: string) => sql`
    (${slot('supplier')}::bigint is null or ${sql.raw(supplier)} = ${slot('supplier')}::bigint)
    and (${slot('order')}::bigint is null or ${sql.raw(order)} = ${slot('order')}::bigint)`
  return sql`
    select kind, id from (
      select 'container' as kind, c.id, max(c.received_on) as day
      from containers c join container_lines l on l.container_id = c.id
        join container_line_sizes s on s.container_line_id = l.id join po_lines p on p.id = l.po_line_id
        join purchase_orders o on o.id = p.purchase_order_id
      where c.status in (${sql.raw(quoted(countedStates))}) and c.received_on >= ${slot('since')}::date
        and ((s.expected_qty > s.received_qty and not exists (select 1 from claim_lines x where x.source_key =
            'short:c' || c.id || ':l' || l.po_line_id || ':s' || coalesce(s.size_id, 0)))
          or (s.damaged_qty > 0 and not exists (select 1 from claim_lines x where x.source_key =
            'damage:c' || c.id || ':l' || l.po_line_id || ':s' || coalesce(s.size_id, 0))))
        and ${matchesFilter('o.supplier_id', 'o.id')} and ${inScope('containers', 'c')}
      group by c.id
      union all
      select 'inspection', q.id, q.inspected_on from qa_activities q
      where q.status in (${sql.raw(quoted(claimedDecisions))}) and q.original_type = 'final' and q.result = 'failed'
        and q.inspected_on >= ${slot('since')}::date
        and not exists (select 1 from claim_lines x where x.source_key = 'quality:q' || q.id)
        and ${matchesFilter('q.supplier_id', 'q.purchase_order_id')} and ${inScope('qa-activities', 'q')}
      union all
      select 'line', l.id, coalesce(l.actual_ex_factory_date, l.received_on)
      from po_lines l join purchase_orders o on o.id = l.purchase_order_id
        cross join (select ${slot('since')}::date as since) as looked
      where l.line_status <> 'cancelled' and ${sql.raw(answeredFor('l'))}
        and ${sql.raw(isLateSince('looked.since'))}
        and not exists (select 1 from claim_lines x where x.source_key = 'late:l' || l.id)
        and ${matchesFilter('o.supplier_id', 'o.id')} and ${inScope('po-lines', 'l')}) as sources
    where ${slot('chosen')}::text[] is null or kind || ' ' || id = any(${slot('chosen')}::text[])
    order by day desc nulls last, kind, id offset ${slot('skip')}::int limit ${slot('count')}::int`
}
