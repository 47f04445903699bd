import { defineArea } from '#shared/kit/area.ts'
import { choice, flag, integer, reference, text } from '#shared/kit/fields.ts'
import { checkResults } from '#shared/trade/qa.ts'

const house = ['admin', 'Office'] as const

/** A checklist item of an activity with its answer; unanswered until the inspector has checked it. */
export const qaChecks = defineArea({
  name: 'qa-checks',
  title: 'checklist_item_id',
  fields: {
    qa_activity_id: reference('qa-activities', { required: true, fixed: true }),
    seq: integer({ readOnly: true, sort: true }),
    checklist_item_id: reference('checklist-items', { readOnly: true, openTitle: true }),
    // Copied from the library when the activity started.
    is_hard_fail: flag({ readOnly: true }),
    result: choice(checkResults),
    comment: text({ max: 255 }),
  },
  access: { read: [...house, 'Agent', 'staff'], create: [], edit: house, delete: [] },
  partOf: { area: 'qa-activities', by: 'qa_activity_id' },
  key: ['checklist_item_id'],
  sort: ['seq'],
})
