import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { writeAnswer } from './errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts files, whose bodies may take long as long as bytes keep arriving. */
    upload?: boolean
  }
}

/** Time limits of request bodies, in milliseconds. */
export interface BodyTimeouts {
  /** For the whole body of an ordinary request. */
  body: number
  /** For the next byte of an upload. */
  stall: number
  /** The bytes per second that an upload must reach on average. */
  pace: number
  /** The interval of the checks. */
  check: number
}

/** The pace is half of 0.5 Mbit/s, the slowest line that uploads should work on, since other traffic shares it. */
export const defaultBodyTimeouts: BodyTimeouts = { body: 60_000, stall: 60_000, pace: 32_000, check: 5000 }

interface ReceivingRequest {
  request: FastifyRequest
  reply: FastifyReply
  isUpload: boolean
  /** Milliseconds left for the whole body, and milliseconds since the last byte. */
  left: number
  stalled: number
  bytesRead: number
}

/**
 * Answers 408 to requests whose body arrives too slowly. Node's own limit is the same for all routes: it would either
 * cut off uploads or let clients hold connections open. Only the time spent waiting for the client counts.
 */
export const bodyTimeouts = (app: FastifyInstance, { body, stall, pace, check }: BodyTimeouts) => {
  const receiving = new Set<ReceivingRequest>()

  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers } = request
    const length = headers['transfer-encoding'] ? unknownLength : Number(headers['content-length'] ?? 0)
    if (!(length > 0) || !(raw.socket instanceof Socket)) return
    const isUpload = request.routeOptions.config.upload === true
    const left = isUpload ? body + (length / pace) * 1000 : body
    const entry = { request, reply, isUpload, left, stalled: 0, bytesRead: raw.socket.bytesRead }
    receiving.add(entry)
    raw.once('close', () => receiving.delete(entry))
  })

  const checkAll = () => {
    for (const entry of receiving) {
      const { raw } = entry.request
      if (raw.complete || raw.socket.destroyed) receiving.delete(entry)
      // If the body is paused or not read yet, the portal is slow and not the client.
      else if (raw.readableFlowing) {
        const { bytesRead } = raw.socket
        // Counts checks instead of reading the clock, so that time of a blocked process does not count.
        entry.stalled = bytesRead > entry.bytesRead ? 0 : entry.stalled + check
        entry.bytesRead = bytesRead
        entry.left -= check
        if (entry.left <= 0 || (entry.isUpload && entry.stalled >= stall)) {
          receiving.delete(entry)
          answerTimeout(entry, app.apiHeaders)
        }
      }
    }
  }
  const timer = setInterval(checkAll, check)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** The assumed size of an upload of unknown length: the largest that any route accepts. */
const unknownLength = 64 * 1024 * 1024

const answerTimeout = ({ request, reply }: ReceivingRequest, headers: FastifyInstance['apiHeaders']) => {
  const { socket } = request.raw
  if (reply.raw.headersSent) return socket.destroy()
  const message = renderText(textOf('messages.timeout'), languageOf(request.headers['accept-language']))
  return writeAnswer(socket, '408 Request Timeout', headers, { message, code: 'timeout' })
}
