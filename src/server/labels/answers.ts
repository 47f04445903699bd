import type { FastifyReply } from 'fastify'

/** A signal that aborts when the client disconnects. */
export const disconnectSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

/** Sets the headers of an uncached download with that type and file name; the caller sends the content. */
export const asDownload = (reply: FastifyReply, type: string, name: string) =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')

/** Joins the known parts to a file name that every operating system accepts, such as `label-PO-1001-2-AU-M`. */
export const fileName = (...parts: (string | number | null | undefined)[]): string =>
  parts
    .flatMap((part) => part ?? [])
    .join('-')
    .replace(/[^A-Za-z0-9._-]+/g, '-')

/** Yields all rows of a small table as one page. */
export async function* pageOf<T>(rows: readonly T[]) {
  yield rows
}

/** The content of a binary file for the description of the API. */
export const binary = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } })
