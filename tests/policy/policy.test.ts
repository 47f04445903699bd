import { beforeAll, describe, expect, it } from 'vitest'
import { areas } from '../../src/areas'
import { flatNavigation, navigation } from '../../src/areas/navigation'
import { pages } from '../../src/areas/pages'
import { worklists } from '../../src/areas/worklists'
import { type Area, actions, readersOf, writersOf } from '../../src/shared/area'
import { createPermission } from '../../src/shared/permission'
import { type Can, fieldRights, moveAction, policyLines } from '../../src/shared/policy'
import { pricedStaff, type Subject, subjects, subjectsOf } from '../../src/shared/roles'

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

describe.each(subjects)('%s', (role) => {
  it.each(rights)('%s %s', (object, action, holders) => {
    expect(server(role, object, action)).toBe(holders.includes(role))
    expect(browsers.get(role)?.(role, object, action)).toBe(holders.includes(role))
  })

  it.each((areas as readonly Area[]).map((area) => [area.name, area] as const))('fields of %s', (_name, area) => {
    const { mayRead, mayWrite } = fieldRights(server)
    for (const field of Object.keys(area.fields)) {
      expect([field, mayRead(role, area, field)]).toEqual([field, readersOf(area, field).includes(role)])
      expect([field, mayWrite(role, area, field)]).toEqual([field, subjectsOf(writersOf(area, field)).includes(role)])
    }
  })
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
    ])
  })
  it('give superAdmin nothing that is restricted', () => {
    expect(server('superAdmin', 'menu:purchase-orders', 'open')).toBe(false)
    expect(server('superAdmin', 'purchase-orders', 'read')).toBe(false)
  })
  it('refuses what nobody declared', () => {
    expect(server('admin', 'no-such-area', 'read')).toBe(false)
    expect(server('admin', 'purchase-orders', 'shred')).toBe(false)
  })
})
