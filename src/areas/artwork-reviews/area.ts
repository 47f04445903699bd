import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, integer, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { reviewDepartments } from '#shared/trade/artworks.ts'

const house = ['admin', 'Office'] as const

/** The verdict of one department on an artwork in one round. Created when the artwork is submitted. */
export const artworkReviews = defineArea({
  name: 'artwork-reviews',
  title: 'review_title',
  fields: {
    artwork_id: reference('artworks', { required: true, fixed: true }),
    review_title: text({ readOnly: true, max: 80 }),
    round: integer({ readOnly: true, min: 1 }),
    department: choice(reviewDepartments, { readOnly: true }),
    reviewed_by: reference('users', { readOnly: true, openTitle: true }),
    reviewed_at: moment({ readOnly: true }),
    comment: longText({ readOnly: true, max: 2000 }),
  },
  lifecycle: lifecycle({
    start: 'open',
    states: { open: 'warning', passed: 'success', failed: 'danger', lapsed: 'neutral' },
    moves: {
      pass: { internal: true, from: ['open'], to: 'passed', by: house, asks: { comment: longText({ max: 2000 }) } },
      fail: {
        internal: true,
        from: ['open'],
        to: 'failed',
        by: house,
        asks: { comment: longText({ required: true, max: 2000 }) },
        danger: true,
      },
      lapse: { internal: true, from: ['open'], to: 'lapsed', by: [] },
    },
  }),
  access: { read: house, create: [], edit: [], delete: [] },
  partOf: { area: 'artworks', by: 'artwork_id' },
  sort: ['id'],
})
export type ArtworkReview = RecordOf<typeof artworkReviews>
