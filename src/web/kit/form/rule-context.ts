import { today } from '#shared/base/dates.ts'
import type { RuleContext } from '#shared/kit/rules.ts'
import { session } from '#web/providers/session.ts'

/** The context for running rules in the browser before a save; the server runs them again with its own settings. */
export const ruleContext = (settings: RuleContext['settings'] = {}): RuleContext => {
  const me = session()
  return {
    today: today(),
    me: { id: me?.id ?? 0, role: me?.role ?? 'user', supplier_id: me?.info.supplier_id ?? null },
    settings,
  }
}
