import { invalid } from '#server/kit/errors.ts'
import { type MoveHooks, serve } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { auditingFirms } from './area'

/** Stores the reason for the new state with the firm. */
const withReason: MoveHooks = {
  effect: (_work, firm, _change, { reason }) =>
    void Object.assign(firm, { status_reason: reason ?? null, suspended_on: null }),
}

export const server = serve(auditingFirms, {
  moves: {
    suspend: {
      effect: ({ context }, firm, _change, { suspended_on, reason }) => {
        // Until that day the firm still audits, so the suspension cannot be entered yet.
        if (String(suspended_on) > context.today)
          throw invalid({ suspended_on: [textOf('problems.auditing-firms.suspended_later')] })
        Object.assign(firm, { suspended_on, status_reason: reason })
      },
    },
    reinstate: withReason,
    // Retiring keeps `suspended_on`, because audits of the suspended period must not count again.
    retire: { effect: (_work, firm, _change, { reason }) => void Object.assign(firm, { status_reason: reason }) },
    activate: withReason,
  },
})
