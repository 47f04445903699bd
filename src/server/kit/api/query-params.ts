import type { FastifyRequest } from 'fastify'
import { malformed } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'

/** Checks a parsed query string: only these names, each at most once; throws 400 with the name that does not fit. */
export const parseQuery = <K extends string>(query: unknown, names: readonly K[]): Partial<Record<K, string>> => {
  const params = query as Record<string, unknown>
  for (const [name, value] of Object.entries(params))
    if (!(names as readonly string[]).includes(name) || typeof value !== 'string')
      throw malformed(name, textOf('messages.unknown_filter', { name: name.slice(0, 80) }))
  return params as Partial<Record<K, string>>
}

/** Whether a text is the id of a record. */
export const isNumeral = (text: unknown): text is string => typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text)

/** The parameter `id` of a path; throws 400 if it is not a number. */
export const idOf = ({ params }: Pick<FastifyRequest, 'params'>): number => {
  const { id } = params as { id: string }
  if (!isNumeral(id)) throw malformed('id', textOf('messages.not_a_number'))
  return Number(id)
}

/** The comma-separated ids of a query parameter; throws 400 if one is not a number or there are more than `max`. */
export const idsOf = (params: Partial<Record<string, string>>, name: string, max = 100): number[] => {
  const ids = (params[name] ?? '').split(',')
  if (ids.length > max || !ids.every(isNumeral)) throw malformed(name, textOf('messages.not_a_number'))
  return ids.map(Number)
}
