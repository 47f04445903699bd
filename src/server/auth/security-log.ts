import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

/** Events to log for the analysis of attacks (OWASP ASVS 5.0, 16.3). */
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

/** Logs an event; `facts` identify accounts by id and never contain secrets or entered names. */
export const logSecurity = (
  log: Pick<FastifyBaseLogger, 'info'>,
  event: SecurityEvent,
  facts: Readonly<Record<string, unknown>>,
) => log.info({ event: `security.${event}`, ...facts }, `security: ${event}`)

/** The same for the same name, so that tries can be counted, but no name: people type passwords into that field too. */
export const nameHash = (name: string) => createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16)
