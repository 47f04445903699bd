import type { FastifyBaseLogger } from 'fastify'
import { today } from '../shared/dates'
import type { Kit } from './kit/kit'
import { system } from './kit/principal'

/**
 * Does what hangs on the day alone, at once and when the day turns: areas say what (`daily`). Several processes may do it
 * one after the other, for it comes to the same. Answers the function that stops it.
 */
export const startDaily = (kit: Kit, log: Pick<FastifyBaseLogger, 'warn'>) => {
  let done = ''
  let working = Promise.resolve()
  const look = () => {
    const day = today()
    if (day === done) return
    done = day
    working = settleDay(kit).catch((error: unknown) => {
      done = ''
      log.warn({ err: error }, 'the work of the day failed')
    })
  }
  look()
  const timer = setInterval(look, 60_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}

/** The work of the day of all areas. */
export const settleDay = (kit: Kit) =>
  kit.write(system, 'daily', async (work) => {
    // In a big portal it takes longer than a person's request may.
    await work.tx.query('set local statement_timeout = 0')
    await work.tx.query(`select pg_advisory_xact_lock(hashtext('daily'))`)
    for (const { name } of kit.register.areas) await kit.server(name).daily?.(work)
  })
