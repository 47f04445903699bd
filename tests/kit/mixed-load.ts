import { setTimeout as sleep } from 'node:timers/promises'

/** Asks the API as one person. */
export type Ask = (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object | string,
  // biome-ignore lint/suspicious/noExplicitAny: the people of the load look into answers of every shape
) => Promise<{ status: number; body: any }>

export interface MixedLoad {
  /** Changes records, reads orders and lists, imports: may do everything with the areas below. */
  admin: Ask
  /** Only the account itself is changed by these. */
  others: readonly Ask[]
  /** Records that each of three people saves again and again: those of an area and a text field of it. */
  saved: { area: string; ids: readonly number[]; field: string }
  /** Records that two people open. */
  opened: { area: string; ids: readonly number[] }
  /** Records that are edited in bulk, by one field that takes any text. */
  bulk: { area: string; ids: readonly number[]; field: string }
  /** A file for an import check of the area `opened`. */
  file: (turn: number) => string
  seconds: number
  /** Milliseconds between two requests of a person, at least and at most. */
  pause: readonly [number, number]
}

export interface Answered {
  what: string
  status: number
  ms: number
  /** Milliseconds since the load began. */
  at: number
  body: unknown
}

/**
 * Eight people at work at the same time: three save records, two open them, one saves own settings, one reads lists, one
 * checks a file and edits in bulk. Answers everything that they were answered; one request that never ends ends the load.
 */
export const mixedLoad = async (load: MixedLoad): Promise<Answered[]> => {
  const answered: Answered[] = []
  const began = performance.now()
  const isOver = () => performance.now() - began > load.seconds * 1000
  const { admin, saved, opened, bulk } = load

  const ask = async (what: string, as: Ask, ...request: Parameters<Ask>) => {
    const from = performance.now()
    const { status, body } = await Promise.race([
      as(...request),
      sleep(longest, { status: 0, body: 'no answer' }, { ref: false }),
    ])
    answered.push({ what, status, ms: performance.now() - from, at: from - began, body: status < 400 ? null : body })
    if (status === 0) throw new Error(`${what} was not answered within ${longest / 1000} s`)
    return { status, body }
  }
  const person = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver(); turn++) {
      await work(turn)
      const [least, most] = load.pause
      await sleep(least + Math.random() * (most - least))
    }
  }

  const saver = (part: number) => {
    const ids = saved.ids.filter((_, at) => at % 3 === part)
    const versions = new Map<number, number>()
    return person(async (turn) => {
      const id = ids[turn % ids.length] ?? 0
      const url = `/api/${saved.area}/${id}`
      const version = versions.get(id) ?? (await ask('open', admin, 'GET', url)).body.version
      const { body } = await ask('save', admin, 'PATCH', url, { version, [saved.field]: `Saved ${part}/${turn}` })
      versions.set(id, body.version)
    })
  }
  const opener = (part: number) =>
    person((turn) =>
      ask('open', admin, 'GET', `/api/${opened.area}/${opened.ids[(turn * 2 + part) % opened.ids.length]}`),
    )
  const settingsSaver = person((turn) => {
    const as = load.others[turn % load.others.length] ?? admin
    return ask('own settings', as, 'POST', '/api/auth/user/update', {
      user: { phone: `+44 20 ${1000 + turn}`, settings: { [`table.${turn % 5}`]: { width: turn } } },
    })
  })
  const listReader = person((turn) => {
    const [from, size] = [(turn % 3) * 10, 10 + (turn % 40)]
    const sort = ['id', 'updated_at', 'updated_at,id'][turn % 3]
    const page = `_start=${from}&_end=${from + size}&_sort=${sort}&_order=${turn % 2 ? 'asc' : 'desc'}`
    if (turn % 5 === 4) return ask('totals', admin, 'GET', `/api/${opened.area}/totals`)
    return ask('list', admin, 'GET', `/api/${turn % 2 ? saved.area : opened.area}?${page}`)
  })
  const clerk = person(async (turn) => {
    if (turn % 2) {
      const rows = await Promise.all(
        bulk.ids.slice(0, 6).map(async (id) => {
          const { body } = await ask('open', admin, 'GET', `/api/${bulk.area}/${id}`)
          return { id, version: body.version }
        }),
      )
      await ask('bulk', admin, 'PATCH', `/api/${bulk.area}/bulk`, { rows, values: { [bulk.field]: `Bulk ${turn}` } })
    } else {
      const url = `/api/${opened.area}/import`
      const { status, body } = await ask('upload', admin, 'POST', `${url}?file_name=mixed.csv`, load.file(turn))
      // An account may upload so much in an hour.
      if (status === 429) return sleep(1000)
      await ask('check', admin, 'POST', `/api/imports/${body.id}/preview`, {})
      for (let checked = 'checking'; checked === 'checking'; await sleep(100))
        checked = (await ask('check', admin, 'GET', `/api/imports/${body.id}`)).body.status
    }
    await sleep(Math.min(1500, load.seconds * 50))
  })

  await Promise.all([saver(0), saver(1), saver(2), opener(0), opener(1), settingsSaver, listReader, clerk])
  return answered
}

/** How long a request is waited for: far longer than any may take. */
const longest = 20_000
