import { tableOf } from '../../shared/area'
import type { Work } from '../kit/area-server'
import { calendars } from './calendars'
import { deliveryStatuses } from './delivery-statuses'
import { markets } from './markets'
import { paymentTerms } from './payment-terms'
import { ports } from './ports'
import { sizeScales } from './size-scales'

/**
 * Fills the libraries that every new database starts with, and the one settings record. A library that holds anything
 * already is left alone, so that it may run at every start. The work must be the portal's own (`system`).
 */
export const seedLibraries = async (work: Work): Promise<void> => {
  // Several processes may start at once.
  await work.tx.query(`select pg_advisory_xact_lock(hashtext('seeds'))`)
  for (const [area, records] of libraries) {
    const [row] = await work.tx.query<{ filled: boolean }>(`select exists (select 1 from ${tableOf(area)}) as filled`)
    if (!row?.filled) await work.kit.repository(area).create(work, records)
  }
}

/** What stands in the company's name until somebody writes it. */
export const unnamedCompany = 'Our company'

const libraries: readonly (readonly [area: string, records: readonly Record<string, unknown>[]])[] = [
  ['settings', [{ company_name: unnamedCompany }]],
  ['ports', ports],
  ['payment-terms', paymentTerms],
  ['size-scales', sizeScales],
  ['calendars', calendars],
  ['rrp-markets', markets],
  ['delivery-statuses', deliveryStatuses],
]
