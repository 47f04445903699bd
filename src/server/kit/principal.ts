import type { Role } from '../../shared/roles'
import type { Language } from '../../shared/text'

/** Who is asking, as the database has the account now. */
export interface Principal {
  id: number
  role: Role
  /** The company that an Agent or staff account acts for; without one such an account sees nothing. */
  supplier_id: number | null
  name: string
  email: string
  /** The session that the token belongs to. */
  sid: string
  language: Language
}

/** The portal itself: imports of demo data, timers, moves that follow from facts. */
export const system: Principal = {
  id: 0,
  role: 'admin',
  supplier_id: null,
  name: 'system',
  email: '',
  sid: '',
  language: 'en',
}
