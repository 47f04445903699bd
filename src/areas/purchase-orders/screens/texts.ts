import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { purchaseOrders } from '../area'

export const screenText = screenTexts(purchaseOrders)

/** Address parameter of the form for a new order: id of the order that it is copied from. */
export const copyParameter = 'copy'

/** Days with their sign, the usual notation for a slip: `+7 d`. */
export const slipText = (days: number) =>
  screenText('days', { days: days > 0 ? `+${days}` : days < 0 ? `−${Math.abs(days)}` : '0' })
