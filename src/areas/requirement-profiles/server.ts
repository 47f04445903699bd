import { settleRequirements, waitForOrders } from '#server/allocation/requirements.ts'
import { restartDailyWork } from '#server/kit/daily.ts'
import { type Change, serve, type Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { requirementProfiles } from './area'
import { effectRoute } from './server/effect'

export const server = serve(requirementProfiles, {
  prepare: async (work) => {
    if (!work.isTrial) await waitForOrders(work)
    return undefined
  },
  written: settleAgain,
  removed: settleAgain,

  follows: {
    'product-categories': followFields([
      'parent_id',
      'care_required',
      'fibre_required',
      'spec_required',
      'artwork_required',
      'rrp_required_default',
    ]),
    settings: followFields(['office_country']),
    'label-markets': settleAgain,
  },

  daily: settleRequirements,
  routes: effectRoute,
})

/** Compares every open line with the profiles again: the first ones at once, the others in the background. */
async function settleAgain(work: Work): Promise<void> {
  // Loading demo data sets the requirements of its lines itself.
  if (!work.isTrial && !(work.me === system && work.action === 'import'))
    await restartDailyWork(work, requirementProfiles.name)
}

/** Returns a hook that settles all lines when one of the fields changed in an existing record. */
function followFields(fields: readonly string[]) {
  return async (work: Work, changes: readonly Change[]) => {
    if (changes.some(({ before, after }) => before && fields.some((field) => before[field] !== after[field])))
      await settleAgain(work)
  }
}
