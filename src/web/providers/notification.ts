import type { NotificationProvider } from '@refinedev/core'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { t } from '#web/i18n.ts'
import { dismiss, notify } from '#web/shell/messages/messages.ts'

/** Refine's notification provider: shows notices in the message bar, with a countdown for undo. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, type, cancelMutation }) =>
    notify({
      tone: tones[type],
      text: message,
      ...(key ? { key } : {}),
      ...(cancelMutation ? { action: { label: t('shell.message.undo'), run: cancelMutation } } : {}),
    }),
  close: dismiss,
}

const tones: Record<'success' | 'error' | 'progress', Tone> = { success: 'success', error: 'danger', progress: 'info' }
