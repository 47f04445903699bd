import type { FastifyRequest } from 'fastify'
import { malformed } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'

/** What an address asks, by these names alone and each at most once; 400 with the name of what does not fit. */
export const parseQuery = <K extends string>(query: unknown, names: readonly K[]): Partial<Record<K, string>> => {
  const asked = query as Record<string, unknown>
  for (const [name, value] of Object.entries(asked))
    if (!(names as readonly string[]).includes(name) || typeof value !== 'string')
      throw malformed(name, textOf('messages.unknown_filter', { name: name.slice(0, 80) }))
  return asked as Partial<Record<K, string>>
}

/** Whether a text is the number of a record. */
export const isNumeral = (text: unknown): text is string => typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text)

/** The number of the record that an address names; 400 where it is none. */
export const idOf = ({ params }: Pick<FastifyRequest, 'params'>): number => {
  const { id } = params as { id: string }
  if (!isNumeral(id)) throw malformed('id', textOf('messages.not_a_number'))
  return Number(id)
}

/** Numbers of records with commas between them, of what is asked under a name; 400 where one is none. */
export const idsOf = (asked: Partial<Record<string, string>>, name: string, most = 100): number[] => {
  const wanted = (asked[name] ?? '').split(',')
  if (wanted.length > most || !wanted.every(isNumeral)) throw malformed(name, textOf('messages.not_a_number'))
  return wanted.map(Number)
}
