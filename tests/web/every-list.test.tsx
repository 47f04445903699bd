import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { areas, register } from '#areas/index.ts'
import { worklistAreas } from '#areas/worklists.ts'
import type { Area } from '#shared/kit/area.ts'
import { parseListQuery } from '#shared/kit/list-query.ts'
import { listName } from '#shared/kit/worklist.ts'
import { can, fieldRights } from '#web/providers/permission.ts'
import { screenOf } from '#web/screens.tsx'
import { answerWith, draw, type Seen, signIn } from './kit-screen'

afterEach(cleanup)

/** Areas whose list is their own; the standard one has presets of states alone. The board of reports has no rows. */
const own = Object.keys(import.meta.glob(['../../src/areas/*/screens/list.tsx', '!../../src/areas/wip-reports/**']))
const hasOwnList = ({ name, worklist }: Area) => worklist || own.some((path) => path.includes(`/areas/${name}/`))
const lists: readonly Area[] = [...areas, ...worklistAreas].filter(hasOwnList)

/** What the server would refuse of a query, for the person signed in. */
const problemsOf = ({ method, path, params }: Seen) => {
  const area = method === 'GET' && register.find(path)
  if (!area) return []
  const { mayRead } = fieldRights()
  return parseListQuery(area, params, (field) => mayRead(area, field)).problems.map(({ field }) => `${path}: ${field}`)
}

describe('the lists as an agent finds them', () => {
  it.each(lists.map((area) => [listName(area), area] as const))('%s asks for what it may', async (_name, area) => {
    await signIn('Agent')
    if (!can(area.name, 'read')) return
    const List = await screenOf(area, 'list').load()
    const asked = answerWith(({ path }) => {
      if (path === area.name) return { body: [], headers: { 'x-total-count': '0' } }
      return path === `${area.name}/totals` ? { body: { count: 0, sums: [], values: [] } } : undefined
    })
    draw(<List area={area} />, area.path ?? '')
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain(area.name))
    // The counts of the presets follow the rows.
    for (let before = -1; before < asked.length; ) {
      before = asked.length
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    expect(asked.flatMap(problemsOf)).toEqual([])
  })
})
