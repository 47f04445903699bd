import { t } from '../../../web/i18n'
import { supportTickets } from '../area'

/** A text of this area's own screens. */
export const word = (key: string, params?: Record<string, unknown>) =>
  t(`areas.${supportTickets.name}.screen.${key}`, params)
