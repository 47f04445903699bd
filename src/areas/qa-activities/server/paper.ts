import type { PaperOf } from '#server/kit/kit.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { type PaperActivity, qaPaper } from '#shared/trade/qa-paper.ts'
import { qaActivities } from '../area'

/** The report of the activity, with its shared photos. */
export const paperOf: PaperOf = async (kit, me, record, { tongues }) => {
  const activity = record as unknown as PaperActivity
  const [pictures, settings] = await Promise.all([kit.pictures(qaActivities.name, record.id), kit.settings()])
  const paper = qaPaper(activity, {
    areas: {
      activity: qaActivities,
      defect: kit.register.get('qa-defects'),
      check: kit.register.get('qa-checks'),
      measure: kit.register.get('qa-measures'),
    },
    tongues,
    mayRead: (area, field) => kit.mayRead(subjectOf(me), area, field),
    pictures,
    company: String(settings.company_name ?? ''),
  })
  return { name: activity.activity_no, paper }
}
