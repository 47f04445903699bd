import { t } from '#web/i18n.ts'
import { supplierBankAccounts } from '../area'

/** A text of this area's own screens. */
export const screenText = (key: string, params?: Record<string, unknown>) =>
  t(`areas.${supplierBankAccounts.name}.screen.${key}`, params)
