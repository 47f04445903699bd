import type { Queryable } from '#server/db/types.ts'
import type { Recipient } from '#server/kit/supplier-people.ts'

/** The active office users with these ids; the buyer of the order if none of them is active. */
export const officePeople = (tx: Queryable, ids: readonly unknown[], orderId: unknown): Promise<Recipient[]> =>
  tx.query<Recipient>(
    `with active as (
       select id, full_name as name, email, mail_language(users) as language from users
       where status = 'active' and archived_at is null),
     concerned as (select * from active where id = any($1::bigint[]))
     select name, email, language from concerned
     union all
     select a.name, a.email, a.language from active a join purchase_orders o on o.buyer_id = a.id
     where o.id = $2::bigint and not exists (select from concerned)`,
    [ids.filter((id) => id != null), orderId ?? null],
    'office_people',
  )
