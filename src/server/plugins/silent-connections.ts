import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * When the portal stops, closes connections that never had a request, and those opened meanwhile that send none at
 * once. Browsers open connections in advance, and Node waits for the first request on them as if it were running, which
 * would delay a stop by two minutes.
 */
export const silentConnections = (app: FastifyInstance) => {
  const silent = new Set<Socket>()
  let isStopping = false
  const closeIfSilent = (socket: Socket) => {
    if (silent.has(socket)) socket.destroy()
  }
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    if (isStopping) setTimeout(closeIfSilent, patienceMs, socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    isStopping = true
    for (const socket of silent) socket.destroy()
  })
}

/** The time in milliseconds that a connection opened during a stop has for sending a request, which is still answered. */
const patienceMs = 500
