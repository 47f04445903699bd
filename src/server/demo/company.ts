import type { Work } from '#server/kit/kit.ts'
import { unnamedCompany } from '#server/seeds/libraries.ts'
import { addDays } from '#shared/base/dates.ts'

export const demoCompany = 'Alderwick & Fenmoor Retail'

/** Lower score limits than the default, because many orders of the demo year are acknowledged late. */
const demoBands = { score_watch_from: 35, score_approved_from: 55 }

export const nameCompany = async (work: Work) => {
  const [settings] = await work.tx.query<{ id: number; company_name: string }>('select id, company_name from settings')
  if (settings?.company_name === unnamedCompany)
    await work.kit.repository('settings').edit(work, settings.id, {
      company_name: demoCompany,
      company_address: '14 Canal Wharf\nLE1 7ZZ',
      company_city: 'Leicester',
      company_tax_id: 'GB123456789',
      ...demoBands,
      policy_changes: [{ kind: 'care', policy: 'block', effective_from: addDays(work.context.today, 45) }],
    })
}
