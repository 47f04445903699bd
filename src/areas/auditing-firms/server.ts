import { invalid } from '#server/kit/errors.ts'
import { type MoveHooks, serve } from '#server/kit/kit.ts'
import { textOf } from '#shared/kit/text.ts'
import { auditingFirms } from './area'

/** The reason stands with the state that it explains. */
const explained: MoveHooks = {
  effect: (_work, firm, _change, { reason }) =>
    void Object.assign(firm, { status_reason: reason ?? null, suspended_on: null }),
}

export const server = serve(auditingFirms, {
  moves: {
    suspend: {
      effect: ({ context }, firm, _change, { suspended_on, reason }) => {
        // Until that day the firm audits as before, so that there is nothing to say yet.
        if (String(suspended_on) > context.today)
          throw invalid({ suspended_on: [textOf('problems.auditing-firms.suspended_later')] })
        Object.assign(firm, { suspended_on, status_reason: reason })
      },
    },
    reinstate: explained,
    // A retired firm stays suspended: its audits of that time do not count again.
    retire: { effect: (_work, firm, _change, { reason }) => void Object.assign(firm, { status_reason: reason }) },
    activate: explained,
  },
})
