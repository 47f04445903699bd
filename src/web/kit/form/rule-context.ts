import { today } from '#shared/base/dates.ts'
import type { RuleContext } from '#shared/kit/rules.ts'
import { session } from '#web/providers/session.ts'

/** The context in which screens run the rules beforehand; the server runs them again with its settings. */
export const ruleContext = (settings: RuleContext['settings'] = {}): RuleContext => {
  const me = session()
  return {
    today: today(),
    me: { id: me?.id ?? 0, role: me?.role ?? 'user', supplier_id: me?.info.supplier_id ?? null },
    settings,
  }
}
