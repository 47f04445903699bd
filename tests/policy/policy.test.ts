import { beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { flatNavigation, navigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklists } from '#areas/worklists.ts'
import { type Area, actions, defineArea, readersOf, writersOf } from '#shared/kit/area.ts'
import { text } from '#shared/kit/fields.ts'
import { moveAction } from '#shared/kit/lifecycle.ts'
import { createPermission } from '#shared/kit/permission.ts'
import { type Can, fieldRights, policyLines } from '#shared/kit/policy.ts'
import { pricedStaff, type Subject, subjects, subjectsOf } from '#shared/kit/roles.ts'

const opened = [...pages, ...worklists]
const lines = policyLines(areas, flatNavigation(navigation), opened)
let server: Can
const browsers = new Map<Subject, Can>()

beforeAll(async () => {
  server = await createPermission(lines)
  for (const role of subjects) browsers.set(role, await createPermission(lines, role))
})

/** Every right there is to ask for, with the roles that the declarations give it to. */
const rights: [object: string, action: string, holders: readonly Subject[]][] = [
  ...(areas as readonly Area[]).flatMap((area): [string, string, readonly Subject[]][] => [
    ...actions.map((action): [string, string, readonly Subject[]] => [
      area.name,
      action,
      subjectsOf(area.access[action]),
    ]),
    ...Object.entries(area.lifecycle?.moves ?? {}).map(([move, { by }]): [string, string, readonly Subject[]] => [
      area.name,
      moveAction(move),
      subjectsOf(by),
    ]),
  ]),
  ...flatNavigation(navigation).map(({ id, auth }): [string, string, readonly Subject[]] => [
    `menu:${id}`,
    'open',
    subjectsOf(auth ?? 'everyone'),
  ]),
  ...opened.map(({ path, auth }): [string, string, readonly Subject[]] => [
    `page:${path}`,
    'open',
    subjectsOf(auth ?? 'everyone'),
  ]),
]

describe('who is neither of the house nor of a supplier', () => {
  const bystanders = ['user', 'superAdmin'] as const

  it.each(areas.map((area): [string, Area] => [area.name, area]))(
    'reads no more of %s than an agent',
    (_name, area) => {
      const readers = subjectsOf(area.access.read)
      if (!readers.includes('Agent')) return
      // Where an agent sees only some records they have records of their own, or none.
      if (area.scope?.Agent)
        expect(bystanders.filter((role) => readers.includes(role) && !area.scope?.[role])).toEqual([])
      const more = Object.keys({ ...area.fields, ...area.conditions }).filter((name) => {
        const readers = readersOf(area, name)
        return !readers.includes('Agent') && bystanders.some((role) => readers.includes(role))
      })
      expect(more).toEqual([])
    },
  )

  it('whatever a new area forgets to say', () => {
    const library = defineArea({
      name: 'tests',
      title: 'code',
      fields: { code: text(), licensor: text(), margin: text({ read: ['admin', 'Office', 'user'] }) },
      access: { read: 'everyone', create: [], edit: [], delete: [] },
      only: { read: { Agent: ['code'] } },
      sort: ['code'],
    })
    const fields = ['code', 'licensor', 'margin'].filter((name) =>
      bystanders.some((role) => readersOf(library, name).includes(role)),
    )
    expect(fields).toEqual(['code'])
  })
})

describe.each(subjects)('%s', (role) => {
  it('has the rights that the declarations give, in the browser as on the server, and no other', () => {
    const differing = rights.flatMap(([object, action, holders]) => {
      const declared = holders.includes(role)
      const decided = { server: server(role, object, action), browser: browsers.get(role)?.(role, object, action) }
      return decided.server === declared && decided.browser === declared
        ? []
        : [{ object, action, declared, ...decided }]
    })
    expect(differing).toEqual([])
    expect(rights.length).toBeGreaterThan(areas.length * actions.length)
  })

  it('reads and writes the fields that the declarations give, and no other', () => {
    const { mayRead, mayWrite } = fieldRights(server)
    const differing = (areas as readonly Area[]).flatMap((area) =>
      Object.keys(area.fields).flatMap((field) => {
        const declared = [readersOf(area, field).includes(role), subjectsOf(writersOf(area, field)).includes(role)]
        const decided = [mayRead(role, area, field), mayWrite(role, area, field)]
        return String(declared) === String(decided) ? [] : [{ field: `${area.name}/${field}`, declared, decided }]
      }),
    )
    expect(differing).toEqual([])
  })
})

it('nobody writes a field that they may not read, but where its declaration says so', () => {
  const blind = (areas as readonly Area[]).flatMap((area) =>
    Object.entries(area.fields)
      .filter(([, { options }]) => !options.write)
      .flatMap(([name]) =>
        writersOf(area, name)
          .filter((role) => readersOf(area, area.title).includes(role) && !readersOf(area, name).includes(role))
          .map((role) => `${role}: ${area.name}/${name}`),
      ),
  )
  expect(blind).toEqual([])
})

describe('a role and a group that share a word', () => {
  it('are two things: staff, though in the group staff with Agent, is no Agent', () => {
    expect(server('staff', 'purchase-orders', moveAction('acknowledge'))).toBe(false)
    expect(server('Agent', 'purchase-orders', moveAction('acknowledge'))).toBe(true)
  })
  it('let staff who see prices read them besides, and nothing else that staff may not', () => {
    const { mayRead } = fieldRights(server)
    const more = (areas as readonly Area[]).flatMap((area) =>
      Object.keys(area.fields)
        .filter((name) => mayRead(pricedStaff, area, name) && !mayRead('staff', area, name))
        .map((name) => `${area.name}/${name}`),
    )
    expect(more.toSorted()).toEqual([
      'po-lines/currency',
      'po-lines/line_value',
      'po-lines/unit_price',
      'purchase-orders/currency',
      'purchase-orders/total_value',
      'sample-requests/currency',
      'sample-requests/unit_cost',
    ])
  })
  it('give superAdmin nothing that is restricted', () => {
    expect(server('superAdmin', 'menu:purchase-orders', 'open')).toBe(false)
    expect(server('superAdmin', 'purchase-orders', 'read')).toBe(false)
  })
  it('let an administrator read the guides of those whom it helps', () => {
    const guides = pages.filter(
      ({ path, auth }) => /help|knowledge/.test(path) && auth && !path.startsWith('/help/admin'),
    )
    expect(guides.length).toBeGreaterThan(3)
    for (const { path } of guides) expect([path, server('admin', `page:${path}`, 'open')]).toEqual([path, true])
  })
  it('keep brands and seasons from accounts that anybody may register', () => {
    for (const area of ['house-brands', 'seasons', 'suppliers', 'purchase-orders', 'po-lines', 'po-line-rrps'])
      expect([area, server('user', area, 'read')]).toEqual([area, false])
  })
  it('refuses what nobody declared', () => {
    expect(server('admin', 'no-such-area', 'read')).toBe(false)
    expect(server('admin', 'purchase-orders', 'shred')).toBe(false)
  })
})
