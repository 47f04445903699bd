import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  choice,
  choices,
  conditions,
  decimal,
  flag,
  integer,
  longText,
  moment,
  reference,
  rows,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { artworkTypes, gtinRules, openArtworkStates, reviewDepartments } from '#shared/trade/artworks.ts'
import { versionFields } from '#shared/trade/succession.ts'

const house = ['admin', 'Office'] as const
const millimetres = () => decimal({ digits: 1, min: '0.1', max: '5000' })
const reason = { reason: longText({ required: true, max: 500 }) }

/**
 * Everything printed, woven or embroidered for the house: labels, tickets, packaging. Each record is one version of its
 * code.
 */
export const artworks = defineArea({
  name: 'artworks',
  path: '/apps/artwork/artwork_database',
  title: 'title_en',
  titleZh: 'title_zh',
  fields: {
    title_en: text({ readOnly: true, max: 110 }),
    title_zh: text({ readOnly: true, max: 110 }),
    artwork_code: text({ max: 12, case: 'upper', pattern: /^AW-\d{5,8}$/, fixed: true, search: 'code', sort: true }),
    ...versionFields('artworks'),
    artwork_type: choice(artworkTypes, { required: true, sort: true }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    house_brand_id: reference('house-brands', { states: ['active'], search: true, sort: true, openTitle: true }),
    label_market_id: reference('label-markets', { openTitle: true }),
    languages: choices(['en', 'zh', 'fr', 'de', 'es', 'it']),
    width_mm: millimetres(),
    height_mm: millimetres(),
    depth_mm: millimetres(),
    // One colour per line, as the printer mixes it: `PANTONE 19-4052 TCX`.
    colours: longText({ max: 500 }),
    material: text({ max: 160, search: true }),
    printer: text({ max: 120, search: true }),
    gtin_rule: choice(gtinRules, { required: true, default: 'none' }),
    instructions: longText({ max: 2000 }),
    change_note: longText({ max: 1000 }),
    notes: longText({ max: 2000, read: house }),
    author_id: reference('users', { readOnly: true, openTitle: true, read: house }),
    round: integer({ readOnly: true, default: 0, read: house }),
    submitted_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    submitted_at: moment({ readOnly: true, read: house, sort: true }),
    released_by: reference('users', { readOnly: true, openTitle: true, read: house }),
    released_at: moment({ readOnly: true, sort: true }),
    reviews: rows('artwork-reviews', { by: 'artwork_id', readOnly: true, read: house }),
  },
  conditions: conditions({
    // Departments whose verdict is missing in the current round.
    awaits: choice(reviewDepartments, { read: house }),
    // Whether a verdict is missing that the caller may give.
    awaits_me: flag({ read: house, ofCaller: true }),
    has_failed: flag({ read: house }),
  }),
  lifecycle: lifecycle({
    start: 'draft',
    states: {
      draft: 'neutral',
      in_review: 'warning',
      changes_requested: 'danger',
      approved: 'info',
      released: 'success',
      superseded: 'neutral',
      retired: 'neutral',
    },
    moves: {
      submit: {
        from: ['draft', 'changes_requested'],
        to: 'in_review',
        by: house,
        asks: { comment: longText({ max: 500 }) },
        internal: true,
      },
      // Set by the reviews, not by users.
      approve: { from: ['in_review'], to: 'approved', by: [], internal: true },
      request_changes: { from: ['in_review'], to: 'changes_requested', by: [], internal: true },
      send_back: { from: ['approved'], to: 'changes_requested', by: ['admin'], asks: reason, internal: true },
      release: { from: ['approved', 'retired'], to: 'released', by: ['admin'] },
      revise: { from: ['released', 'retired'], by: house, internal: true },
      retire: { from: ['released'], to: 'retired', by: ['admin'], asks: reason, danger: true },
      supersede: { from: ['released', 'retired'], to: 'superseded', by: [] },
    },
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: house,
    edit: house,
    delete: ['admin'],
  },
  // Suppliers see released versions that their lines carry, without internal notes.
  scope: { Agent: 'allocated', staff: 'allocated' },
  artworkFiles: true,
  attachedIn: openArtworkStates,
  logos: true,
  deletedIn: ['draft'],
  archivedIn: ['superseded', 'retired'],
  key: ['artwork_code'],
  sort: ['artwork_code', '-version_no'],
  columns: ['title_en', 'status', 'artwork_type', 'house_brand_id', 'label_market_id', 'languages', 'updated_at'],
})
export type Artwork = RecordOf<typeof artworks>
