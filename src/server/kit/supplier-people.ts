import type { Queryable } from '#server/db/types.ts'
import type { Language } from '#shared/kit/text.ts'

/** A recipient of mail. */
export interface Recipient {
  name: string
  email: string
  language: Language
}

/** The agents of a supplier and the company's own address. */
export const supplierPeople = (tx: Queryable, supplierId: unknown) =>
  tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where supplier_id = $1 and type = 'Agent' and status = 'active' and archived_at is null
     union all
     select coalesce(contact_name, supplier_name), contact_email, coalesce(language, language_of_country(country)) from suppliers
     where id = $1 and contact_email is not null`,
    [supplierId],
    'supplier_people',
  )

/** Removes repeated addresses; the account of a person takes precedence over the company's own entry. */
export const uniqueByAddress = (people: readonly Recipient[]): Recipient[] => [
  ...new Map(people.toReversed().map((person) => [person.email.toLowerCase(), person])).values(),
]
