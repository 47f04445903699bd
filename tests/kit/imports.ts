import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Person } from './portal'

/** Uploads a file for an area; the answer is the import's record or the refusal. */
export const upload = async (
  person: Person,
  area: string,
  file: string | Buffer,
  headers: Record<string, string> = {},
  query = '',
) => {
  const answer = await person.send({
    method: 'POST',
    url: `/api/${area}/import?file_name=file.csv${query}`,
    headers: { 'content-type': 'text/csv', ...headers },
    payload: file,
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Uploads a file that is taken and answers where its import stands, with the record. */
export const uploaded = async (person: Person, area: string, file: string | Buffer, query = '') => {
  const { status, body } = await upload(person, area, file, {}, query)
  expect(status, JSON.stringify(body)).toBe(201)
  return { url: `/api/imports/${body.id}`, record: body }
}

/** Waits until nobody works on the import any more. */
export const settled = async (person: Person, url: string) => {
  for (;;) {
    const { body } = await person.get(url)
    if (body.status !== 'checking' && body.status !== 'writing') return body
    await sleep(30)
  }
}

export const previewed = async (person: Person, url: string) => {
  const started = await person.post(`${url}/preview`)
  expect([200, 202], JSON.stringify(started.body)).toContain(started.status)
  return settled(person, url)
}

export const committed = async (person: Person, url: string) => {
  const started = await person.post(`${url}/commit`, {}, { 'idempotency-key': crypto.randomUUID() })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  return settled(person, url)
}
