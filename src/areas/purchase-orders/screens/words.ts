import { t } from '#web/i18n.ts'
import { purchaseOrders } from '../area'

/** A text of this area's own screens. */
export const screenText = (key: string, params?: Record<string, unknown>) =>
  t(`areas.${purchaseOrders.name}.screen.${key}`, params)

/** Days with their sign, as people of the trade write a slip: `+7 d`. */
export const slipText = (days: number) =>
  screenText('days', { days: days > 0 ? `+${days}` : days < 0 ? `−${Math.abs(days)}` : '0' })
