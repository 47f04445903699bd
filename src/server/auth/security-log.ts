import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

/** Events that are logged for the analysis of attacks (OWASP ASVS 5.0, 16.3). */
export type SecurityEvent =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_locked'
  | 'sign_out'
  | 'session_ended'
  | 'token_refused'
  | 'forbidden'
  | 'limited'
  | 'password_changed'
  | 'password_reset'
  | 'address_changed'
  | 'rights_changed'
  | 'account_activated'

/** Logs an event. `facts` must identify accounts by id, and must not contain secrets or entered names. */
export const logSecurity = (
  log: Pick<FastifyBaseLogger, 'info'>,
  event: SecurityEvent,
  facts: Readonly<Record<string, unknown>>,
) => log.info({ event: `security.${event}`, ...facts }, `security: ${event}`)

/**
 * A hash of an entered name, so that attempts can be counted. The name is not logged: people enter passwords there too.
 */
export const nameHash = (name: string) => createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16)
