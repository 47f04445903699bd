import type { Work } from '#server/kit/kit.ts'
import { tableOf } from '#shared/kit/area.ts'
import { calendars } from './calendars'
import { checklistItems } from './checklist-items'
import { defectCodes } from './defect-codes'
import { deliveryStatuses } from './delivery-statuses'
import { documentRequirements } from './document-requirements'
import { fibres } from './fibres'
import { labelMarkets } from './label-markets'
import { labels } from './labels'
import { markets } from './markets'
import { paymentTerms } from './payment-terms'
import { poms } from './poms'
import { ports } from './ports'
import { createResolver } from './references'
import { requirementProfiles } from './requirement-profiles'
import { samplePlans } from './sample-plans'
import { sampleTypes } from './sample-types'
import { sizeScales } from './size-scales'
import { standardPrograms } from './standard-programs'
import { tnaTemplates, usualTemplate } from './tna-templates'

/**
 * Creates the settings record and fills the libraries of a new database. Leaves libraries that have records unchanged, so
 * that it can run at every start. The work must be the portal's own (`system`).
 */
export const seedLibraries = async (work: Work): Promise<void> => {
  // Several processes may start at once.
  await work.tx.query(`select pg_advisory_xact_lock(hashtext('seeds'))`)
  const filled = await work.tx.query<{ area: string }>(
    libraries
      .map(([area]) => `select '${area}' as area where exists (select 1 from ${tableOf(area)})`)
      .join(' union all '),
  )
  for (const [area, records] of libraries) {
    if (filled.some((row) => row.area === area)) continue
    const { resolve } = createResolver(work.tx, work.kit.register)
    const inputs = await Promise.all(records.map((record) => resolve(area, record)))
    await work.kit.repository(area).create(work, inputs)
    if (area === 'tna-templates') await nameUsualTemplate(work)
  }
}

/** Makes the usual template the default, from which issued orders get their milestones, unless the settings name one. */
const nameUsualTemplate = async (work: Work) => {
  const [row] = await work.tx.query<{ settings: number; template: number }>(
    `select s.id as settings, t.id as template from settings s, tna_templates t
     where s.tna_template_id is null and t.code = $1 order by s.id limit 1`,
    [usualTemplate],
  )
  if (row) await work.kit.repository('settings').edit(work, row.settings, { tna_template_id: row.template })
}

/** The company name in a new database, until an administrator enters the real one. */
export const unnamedCompany = 'Our company'

const libraries: readonly (readonly [area: string, records: readonly Record<string, unknown>[]])[] = [
  ['settings', [{ company_name: unnamedCompany }]],
  ['ports', ports],
  ['payment-terms', paymentTerms],
  ['document-requirements', documentRequirements],
  ['fibres', fibres],
  ['poms', poms],
  ['defect-codes', defectCodes],
  ['checklist-items', checklistItems],
  ['labels', labels],
  ['standard-programs', standardPrograms],
  ['requirement-profiles', requirementProfiles],
  ['sample-types', sampleTypes],
  ['sample-plans', samplePlans],
  ['size-scales', sizeScales],
  ['calendars', calendars],
  ['rrp-markets', markets],
  ['label-markets', labelMarkets],
  ['delivery-statuses', deliveryStatuses],
  // The templates follow the calendars, because their days are calculated by these.
  ['tna-templates', tnaTemplates],
]
