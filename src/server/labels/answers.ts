import type { FastifyReply } from 'fastify'

/** Tells when who wanted the answer has gone away. */
export const gone = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

/** Begins an answer that is kept as a file of that name. */
export const sent = (reply: FastifyReply, type: string, name: string) =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')

/** `label-PO-1001-2-AU-M`: what is known of these parts, as a name that every system takes. */
export const fileName = (...parts: (string | number | null | undefined)[]): string =>
  parts
    .flatMap((part) => part ?? [])
    .join('-')
    .replace(/[^A-Za-z0-9._-]+/g, '-')

/** The rows of a small table as its only page. */
export async function* pageOf<T>(rows: readonly T[]) {
  yield rows
}

/** A file of that type, as the description of the API says it. */
export const binary = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } })
