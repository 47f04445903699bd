import { vi } from 'vitest'

/** A token as the API would give it; only its shape and times matter to the browser. */
export const token = (claims: { sub?: number; iat?: number; exp?: number; mark?: string } = {}) => {
  const now = Math.floor(Date.now() / 1000)
  const payload = { sub: '7', iat: now - 60, exp: now + 43_200, ...claims }
  return `e30.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`
}

export const ada = {
  type: 'Office',
  is_super_user: 0,
  email: 'ada@example.test',
  first_name: 'Ada',
  last_name: 'Okafor',
  supplier_id: null,
  company: 'Northgate Retail',
}

/** Answers every `fetch` by `METHOD path`; the calls it got are returned. */
export const answerCalls = (answers: Record<string, { status?: number; body: unknown }>) => {
  const calls: { name: string; body: unknown; headers: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${url}`
    calls.push({
      name,
      body: JSON.parse(String(init.body ?? 'null')),
      headers: init.headers as Record<string, string>,
    })
    const answer = answers[name]
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 })
  })
  return calls
}
