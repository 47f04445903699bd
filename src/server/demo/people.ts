import type { Queryable } from '#server/db/types.ts'
import type { Principal } from '#server/kit/principal.ts'

export interface Person {
  id: number
  email: string
  full_name: string
  type: Principal['role']
}

/** All accounts by their e-mail address. */
export type People = ReadonlyMap<string, Person>

export const readPeople = async (tx: Queryable): Promise<People> => {
  const people = await tx.query<Person>('select id, email, full_name, type from users')
  return new Map(people.map((person) => [person.email, person]))
}

/** The id of the office account whose password is published. */
export const readOfficeId = async (tx: Queryable): Promise<number> => {
  const [office] = await tx.query<{ id: number }>(`select id from users where email = 'office@demo.test'`)
  return office?.id ?? 0
}
