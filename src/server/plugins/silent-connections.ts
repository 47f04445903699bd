import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends connections on which nothing was ever asked when the portal stops, and those that are opened while it does, unless
 * they ask at once. Browsers open some in advance, and one for each that they lose; Node waits for their first request as
 * if it were under way: a stop took two minutes.
 */
export const silentConnections = (app: FastifyInstance) => {
  const silent = new Set<Socket>()
  let isStopping = false
  const end = (socket: Socket) => {
    if (silent.has(socket)) socket.destroy()
  }
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    if (isStopping) setTimeout(end, patienceMs, socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    isStopping = true
    for (const socket of silent) socket.destroy()
  })
}

/** How long a connection that is opened during a stop may take to ask, and be told that the portal stops. */
const patienceMs = 500
