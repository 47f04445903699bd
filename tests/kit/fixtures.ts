import { register } from '#areas/index.ts'
import type { Queryable } from '#server/db/types.ts'
import type { Doc, Kit } from '#server/kit/kit.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import { seedLibraries } from '#server/seeds/libraries.ts'
import { createResolver, type Input } from '#server/seeds/references.ts'
import { tableOf } from '#shared/kit/area.ts'
import { rolesOf } from '#shared/kit/roles.ts'
import type { Portal } from './portal'

const modules = import.meta.glob<{ fixtures: readonly Input[] }>('../../src/areas/*/fixtures.ts', { eager: true })

/** The true-to-life inputs of each area that has any, references by business key. */
export const fixtures: ReadonlyMap<string, readonly Input[]> = new Map(
  Object.entries(modules).map(([path, module]) => [path.split('/').at(-2) ?? '', module.fixtures]),
)

/** A fixture with its references as ids; what it refers to must stand already (`loadFixtures`). */
export const resolveReferences = (on: Queryable, area: string, input: Input): Promise<Input> =>
  createResolver(on, register).resolve(area, input)

/**
 * Makes the libraries and then every area's fixtures, what is referred to first, and brings libraries into a state in
 * which they may be chosen. Made by the portal itself unless a person is given, whose rights and rules then hold.
 */
export const loadFixtures = async (kit: Kit, me: Principal = system): Promise<Map<string, Doc[]>> => {
  await kit.write(system, 'create', seedLibraries)
  const made = new Map<string, Doc[]>()
  for (const area of loadOrder) {
    const docs: Doc[] = []
    // One by one: later ones of an area may refer to earlier ones.
    for (const input of fixtures.get(area) ?? []) {
      const resolved = await resolveReferences(kit.db, area, input)
      // What nobody makes by hand the portal makes.
      const maker = rolesOf(register.get(area).access.create).length > 0 ? me : system
      docs.push(...(await kit.write(maker, 'create', (work) => kit.repository(area).create(work, [resolved]))))
    }
    made.set(area, docs)
    if (area === 'factories') await linkAll(kit.db)
    await makeUsable(kit.db, area)
  }
  return made
}

/** Programmes, and profiles that name them: orders that come after have lines that need accreditation. */
export const makeProfiles = async ({ db, make }: Pick<Portal, 'db' | 'make'>): Promise<void> => {
  for (const name of ['standard-programs', 'requirement-profiles'])
    for (const fixture of fixtures.get(name) ?? []) await make(name, [await resolveReferences(db, name, fixture)])
}

/** Brings the records of a library into the state in which they may be chosen. */
export const makeUsable = async (db: Queryable, area: string): Promise<void> => {
  const state = chosenIn[area]
  if (state) await db.query(`update ${tableOf(area)} set status = $1`, [state])
}

/** Whichever order a fixture's line belongs to, its supplier works with the factories. */
const linkAll = (db: Queryable) =>
  db.query(
    `insert into factory_suppliers (factory_id, supplier_id)
     select f.id, s.id from factories f cross join suppliers s
     where not exists (select 1 from factory_suppliers x where x.factory_id = f.id and x.supplier_id = s.id)`,
  )

/** Areas whose fixtures refer to others come after those. */
export const inLoadOrder = <A extends { name: string }>(areas: readonly A[]): A[] =>
  areas.toSorted((a, b) => loadOrder.indexOf(a.name) - loadOrder.indexOf(b.name))

const loadOrder = [
  'ports',
  'payment-terms',
  'size-scales',
  'ratio-templates',
  'calendars',
  'locations',
  'seasons',
  'suppliers',
  'portfolios',
  'users',
  'house-brands',
  'product-categories',
  'yarns',
  'articles',
  'factories',
  'standard-programs',
  'requirement-profiles',
  'sample-types',
  'sample-plans',
  'auditing-firms',
  'factory-accreditations',
  'care-instructions',
  'poms',
  'labels',
  'defect-codes',
  'specifications',
  'artworks',
  'purchase-orders',
  'wip-reports',
  'factory-allocations',
  'fibre-allocations',
  'care-allocations',
  'spec-allocations',
  'artwork-allocations',
  'tna-templates',
  'tna-tasks',
  'sample-requests',
  'qa-activities',
  'vessels',
  'voyages',
  'bookings',
  'document-requirements',
  'shipping-documents',
  'containers',
  'claim-rules',
  'claims',
  'tax-rates',
  'supplier-bank-accounts',
  'invoices',
  'support-tickets',
]

const chosenIn: Record<string, string> = {
  seasons: 'open',
  'house-brands': 'active',
  'care-instructions': 'active',
  specifications: 'active',
  artworks: 'released',
  yarns: 'active',
  articles: 'active',
  users: 'active',
  'purchase-orders': 'confirmed',
}
