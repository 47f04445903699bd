import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, type Ask, mixedLoad } from '../kit/mixed-load'
import type { Running } from './servers'
import { table } from './table'

/**
 * Eight people at work for minutes (`mixedLoad`): memory and times of the first and of the last tenth of the run beside
 * each other, so that what grows is seen.
 */
export const soak = async (name: string, portal: Running, tokens: readonly string[], minutes: number) => {
  const [admin, ...others] = tokens.map((token) => asking(portal.url, token))
  if (!admin) throw new Error('nobody is signed in')
  const ports = await makePorts(admin)
  const { body } = await admin('GET', '/api/purchase-orders?_end=100&_sort=id')
  const orders = (body as { id: number }[]).map(({ id }) => id)
  const memory: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      memory.push(await portal.memory())
      await sleep(1000)
    }
  })()
  const seconds = minutes * 60
  const answered = await mixedLoad({
    admin,
    others: others.length > 0 ? others : [admin],
    saved: { area: 'ports', ids: ports.slice(0, 18), field: 'name_zh' },
    opened: { area: 'purchase-orders', ids: orders },
    bulk: { area: 'ports', ids: ports.slice(18), field: 'name_zh' },
    file: (turn) => ['PO,Style,Qty', ...Array.from({ length: 30 }, (_, at) => `SOAK-${turn}-${at},X,1`)].join('\n'),
    seconds,
    pause: [20, 200],
  })
  isOver = true
  await watching

  const tenth = seconds * 100
  const first = answered.filter(({ at }) => at < tenth)
  const last = answered.filter(({ at }) => at > 9 * tenth)
  const memoryOf = (part: readonly number[]) => (part.length > 0 ? Math.max(...part).toFixed(0) : '')
  const share = Math.max(1, Math.floor(memory.length / 10))
  console.log(`${name}: eight people for ${minutes} min, ${answered.length} answers`)
  console.log(
    table(
      ['', 'answers', 'p50 ms', 'p99 ms', 'longest ms', 'memory MB', 'refused', 'failed'],
      [
        ['first tenth', ...figures(first), memoryOf(memory.slice(0, share)), ...failures(first)],
        ['last tenth', ...figures(last), memoryOf(memory.slice(-share)), ...failures(last)],
        ['all', ...figures(answered), memoryOf(memory), ...failures(answered)],
      ],
    ),
  )
  for (const { what, status, body } of answered.filter(isFailure).slice(0, 5))
    console.log(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  console.log('')
}

const isFailure = ({ status }: Answered) => status === 0 || status >= 500
const failures = (part: readonly Answered[]) => [
  String(part.filter(({ status }) => status >= 400 && status < 500).length),
  String(part.filter(isFailure).length),
]
const figures = (part: readonly Answered[]) => {
  const times = part.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return [String(times.length), ...[at(0.5), at(0.99), at(1)].map((ms) => ms.toFixed(0))]
}

const makePorts = async (admin: Ask) => {
  const ids: number[] = []
  for (let at = 0; at < 30; at++) {
    const code = `GB${String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))}9`
    const { status, body } = await admin('POST', '/api/ports', {
      code,
      name_en: `Port ${code}`,
      country: 'GB',
      functions: ['port'],
    })
    if (status !== 201) throw new Error(`no port was made: ${JSON.stringify(body)}`)
    ids.push(body.id)
  }
  return ids
}

const asking =
  (address: string, token: string): Ask =>
  async (method, url, body) => {
    const isFile = typeof body === 'string'
    const response = await fetch(address + url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
      },
      body: isFile ? body : body && JSON.stringify(body),
    })
    return { status: response.status, body: await response.json().catch(() => null) }
  }
