import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'
import { writeAnswer } from './errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes files: its body may come slowly, as long as it comes. */
    upload?: boolean
  }
}

/** How long the portal waits for what is being sent; times in milliseconds. */
export interface BodyTimeouts {
  /** For the whole body of an ordinary request. */
  body: number
  /** For the next byte of an upload. */
  stall: number
  /** Bytes a second that an upload comes with at least, taken over all of it. */
  pace: number
  /** How often it is looked at. */
  check: number
}

/** Half of 0.5 Mbit/s: the slowest line that an upload should work on, and as much again for the other things on it. */
export const defaultBodyTimeouts: BodyTimeouts = { body: 60_000, stall: 60_000, pace: 32_000, check: 5000 }

interface Coming {
  request: FastifyRequest
  reply: FastifyReply
  isUpload: boolean
  /** What is left of the time for all of it, and how long nothing came. */
  left: number
  still: number
  seen: number
}

/**
 * Ends requests whose body comes too slowly (Node has one time for all routes, which either cuts uploads off or lets
 * everybody hold connections open). Only time in which the portal waits for the sender counts.
 */
export const bodyTimeouts = (app: FastifyInstance, { body, stall, pace, check }: BodyTimeouts) => {
  const coming = new Set<Coming>()

  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers } = request
    const length = headers['transfer-encoding'] ? unknownLength : Number(headers['content-length'] ?? 0)
    if (!(length > 0) || !(raw.socket instanceof Socket)) return
    const isUpload = request.routeOptions.config.upload === true
    const left = isUpload ? body + (length / pace) * 1000 : body
    const one = { request, reply, isUpload, left, still: 0, seen: raw.socket.bytesRead }
    coming.add(one)
    raw.once('close', () => coming.delete(one))
  })

  const look = () => {
    for (const one of coming) {
      const { raw } = one.request
      if (raw.complete || raw.socket.destroyed) coming.delete(one)
      // Paused, or not yet read: it is the portal that has not come to it.
      else if (raw.readableFlowing) {
        const { bytesRead } = raw.socket
        // Looks are counted, not the clock: when the process itself stood still, no sender was slow.
        one.still = bytesRead > one.seen ? 0 : one.still + check
        one.seen = bytesRead
        one.left -= check
        if (one.left <= 0 || (one.isUpload && one.still >= stall)) {
          coming.delete(one)
          end(one, app.apiHeaders)
        }
      }
    }
  }
  const timer = setInterval(look, check)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** What an upload of unknown length may have: no route takes more. */
const unknownLength = 64 * 1024 * 1024

const end = ({ request, reply }: Coming, headers: FastifyInstance['apiHeaders']) => {
  const { socket } = request.raw
  if (reply.raw.headersSent) return socket.destroy()
  const message = renderText(textOf('messages.timeout'), languageOf(request.headers['accept-language']))
  return writeAnswer(socket, '408 Request Timeout', headers, { message, code: 'timeout' })
}
