import autocannon from 'autocannon'

/** Requests a second, and milliseconds that half and all but a hundredth of the answers took. */
export interface Figures {
  rps: number
  p50: number
  p99: number
  /** Milliseconds of processor time for each request, server and database together; what else the machine does hardly touches it. */
  cpu: number
}

export interface Load {
  url: string
  token: string
  /** The request at its turn; the same one each time where there is nothing to tell apart. */
  request: (turn: number) => { method?: 'POST'; path: string; body?: unknown; key?: string }
  connections?: number
  /** Processor time used so far by all that answers, in milliseconds. */
  cpu?: () => Promise<number>
}

/** Asks for `seconds` over ten connections that stay open; throws when an answer is not a good one. */
export const measure = async (load: Load, seconds: number): Promise<Figures> => {
  const { url, token, request, connections = 10, cpu = async () => Number.NaN } = load
  const used = await cpu()
  const took: number[] = []
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    requests: [
      {
        setupRequest: (base) => {
          const { method = 'GET', path, body, key } = request(turn++)
          return {
            ...base,
            method,
            path,
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            headers: {
              ...base.headers,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(key ? { 'idempotency-key': key } : {}),
            },
          }
        },
      },
    ],
  })
  instance.on('response', (_client, _status, _bytes, milliseconds) => took.push(milliseconds))
  const { non2xx, errors, timeouts, duration } = await instance
  if (non2xx + errors + timeouts > 0)
    throw new Error(
      `${url}${request(turn).path}: ${non2xx} answers were refusals, ${errors} failed, ${timeouts} came late`,
    )
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  return { rps: took.length / duration, p50: at(0.5), p99: at(0.99), cpu: ((await cpu()) - used) / took.length }
}

/** Grows over the whole run, so that what must not come twice never does. */
let turn = 0

/** Each figure's own middle: one disturbed round among several does not count. */
const median = (rounds: readonly Figures[]): Figures => {
  const middle = (name: keyof Figures) =>
    rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor((rounds.length - 1) / 2)] ?? Number.NaN
  return { rps: middle('rps'), p50: middle('p50'), p99: middle('p99'), cpu: middle('cpu') }
}

/** Measures several loads in turns, so that what else the machine does falls on all of them. */
export const inTurns = async (loads: readonly Load[], seconds: number, rounds: number): Promise<Figures[]> => {
  const results: Figures[][] = loads.map(() => [])
  for (const load of loads) await measure(load, Math.min(2, seconds))
  for (let round = 0; round < rounds; round++)
    for (const [index, load] of loads.entries()) results[index]?.push(await measure(load, seconds / rounds))
  return results.map(median)
}
