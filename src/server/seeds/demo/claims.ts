import type { Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { addDays } from '#shared/base/dates.ts'

/** A move of a claim, and how many days ago it happened. */
type Step = readonly [move: string, daysAgo: number, input?: Record<string, unknown>]

/** The moves that claims have made; claims take these ways in turn, starting with those of the demo agent's supplier. */
const ways: readonly (readonly Step[])[] = [
  [],
  [['share', 3]],
  [
    ['share', 21],
    [
      'contest',
      15,
      { comment: 'The cartons were sealed and full when they left the factory; see the photos of the loading.' },
    ],
  ],
  [['share', 12]],
  [
    ['share', 24],
    ['accept', 18],
    ['settle', 12],
  ],
  [
    ['share', 26],
    ['accept', 19],
  ],
  [
    ['share', 25],
    ['contest', 20, { comment: 'Part of the goods stood in your warehouse for a week before they were counted.' }],
    ['reduce', 6, { reduce_pct: '25', comment: 'A quarter was found in the meantime.' }],
  ],
  [
    ['share', 30],
    ['contest', 24, { comment: 'We do not agree with the count.' }],
    ['uphold', 17, { comment: 'The count was repeated with the same result.' }],
  ],
  [
    ['share', 34],
    ['lapse', 19],
  ],
  [
    ['share', 28],
    ['withdraw', 22, { reason: 'The forwarder has taken the loss on.' }],
  ],
]

/** Creates claims in every state from the receipts, inspections and delays of the demo. */
export const demoClaims = async (given: Work, day: string): Promise<void> => {
  const { kit, tx } = given
  const work: Work = { ...given, me: system, now: `${addDays(day, -1)}T08:00:00.000Z` }
  const [last] = await tx.query<{ id: number }>('select coalesce(max(id), 0) as id from outbox')
  for (let after: number | null = 0; after !== null; )
    after = (await kit.server('claims').daily?.({ ...work, action: 'daily' }, after)) ?? null
  await dateDrafts(work, day)
  const rows = await tx.query<{ id: number; place: number }>(
    `select c.id, row_number() over (order by c.supplier_id <> 60, c.type, c.id)::int - 1 as place from claims c
     where c.status = 'draft' order by c.id`,
  )
  for (const { id, place } of rows)
    for (const [move, daysAgo, input] of ways[place % ways.length] ?? [])
      await kit.repository('claims').move(atDay(work, move, addDays(day, -daysAgo)), Number(id), move, { ...input })
  await namePeople(work)
  // Mails about events of the past demo year would be misleading today.
  await tx.query(`delete from outbox where kind = 'mail' and id > $1`, [last?.id ?? 0])
  await tx.query(`insert into demo_records (area, record_id) select 'claims', id from claims`)
  await tx.query(`insert into demo_records (area, record_id)
    select 'invoices', i.id from invoices i where i.claim_no is not null
      and not exists (select 1 from demo_records d where d.area = 'invoices' and d.record_id = i.id)`)
}

const atDay = (work: Work, action: string, today: string): Work => ({
  ...work,
  action,
  now: `${today}T09:30:00.000Z`,
  context: { ...work.context, today },
})

/** Dates the drafts to the day after the facts that they are based on, but at the latest before the first moves. */
const dateDrafts = async ({ tx }: Work, day: string) => {
  await tx.query(
    `update claims c set created_at = x.day, updated_at = x.day from (
       select c.id, (least(coalesce(b.received_on, q.inspected_on, max(l.actual_date)) + 1, $1::date) + time '07:40')
         at time zone 'UTC' as day
       from claims c join claim_lines l on l.claim_id = c.id left join containers b on b.id = c.container_id
         left join qa_activities q on q.id = c.qa_activity_id
       group by c.id, b.received_on, q.inspected_on) x
     where x.id = c.id and x.day is not null`,
    [addDays(day, -36)],
  )
  await tx.query(
    `update history h set at = c.created_at from claims c where h.document_area = 'claims' and h.document_id = c.id`,
  )
}

/** Names the buyers of the orders and the agents of the suppliers as the people who made the moves. */
const namePeople = async ({ tx }: Work) => {
  await tx.query(
    `update claims c set
       answered_by = case when c.answered_at is not null and not c.is_automatic then (
         select min(u.id) from users u where u.supplier_id = c.supplier_id and u.type = 'Agent' and u.status = 'active') end,
       decided_by = case when c.decided_at is not null then o.buyer_id end,
       settled_by = case when c.settled_at is not null then o.buyer_id end
     from purchase_orders o where o.id = c.purchase_order_id`,
  )
  await tx.query(
    `update invoices i set submitted_by = c.settled_by from claims c where i.id = c.debit_note_id and i.submitted_by is null`,
  )
  await tx.query(
    `update history h set actor_id = u.id, actor_name = u.full_name, actor_role = u.type
     from claims c join purchase_orders o on o.id = c.purchase_order_id
       cross join (values ('share'), ('accept'), ('contest'), ('uphold'), ('reduce'), ('settle'), ('withdraw')) as step(action)
       join users u on u.id = case when step.action in ('accept', 'contest') then c.answered_by else o.buyer_id end
     where h.document_area = 'claims' and h.document_id = c.id and h.action = step.action`,
  )
}
