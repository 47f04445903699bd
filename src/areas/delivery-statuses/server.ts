import { conflict } from '#server/kit/errors.ts'
import { serve, type Work } from '#server/kit/kit.ts'
import { problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { systemStatuses } from '#shared/trade/delivery.ts'
import { deliveryStatuses } from './area'

export const server = serve(deliveryStatuses, {
  mayDelete: (_work, { code }) => (isSystem(code) ? [problem(textOf('messages.delivery-statuses.set_by_portal'))] : []),
  removed: (_work: Work, { code, archived_at }) => {
    if (isSystem(code) && !archived_at) throw conflict('guard', textOf('messages.delivery-statuses.set_by_portal'))
  },
})

const isSystem = (code: unknown) => (systemStatuses as readonly unknown[]).includes(code)
