import type { Work } from '#server/kit/kit.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import { demoStandings } from '#server/seeds/demo/standings.ts'
import { addDays } from '#shared/base/dates.ts'
import { readPeople } from './people'

/** Puts suppliers on watch or blocks them, with a history, and proposes standings that wait for the administrator. */
export const judgeSuppliers = async (work: Work, day: string) => {
  const people = await readPeople(work.tx)
  const suppliers = await work.tx.query<{ id: number; code: string }>('select id, code from suppliers')
  for (const { code, steps } of demoStandings)
    for (const { by, days, move, inputs } of steps) {
      const supplier = suppliers.find((candidate) => candidate.code === code)
      const person = people.get(by)
      if (!supplier || !person) throw new Error(`The demo has no supplier ${code} or no account ${by}`)
      const me: Principal = { ...system, id: person.id, role: person.type, name: person.full_name, email: by }
      const now = `${addDays(day, -days)}T09:20:00.000Z`
      const [{ version } = { version: 1 }] = await work.tx.query<{ version: number }>(
        'select version from suppliers where id = $1',
        [supplier.id],
      )
      const moment = { ...work, me, now, action: move, context: { ...work.context, me } }
      await work.kit.repository('suppliers').move(moment, supplier.id, move, { ...inputs, version })
    }
}
