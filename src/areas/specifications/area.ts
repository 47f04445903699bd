import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, date, decimal, flag, integer, longText, moment, reference, rows, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { lengthUnits } from '#shared/trade/lengths.ts'
import { specScopes, specTypes } from '#shared/trade/specification.ts'
import { reviewedMoves, reviewedStates, versionFields } from '#shared/trade/succession.ts'

/** Requirements in prose, in one language. */
const requirements = () => longText({ max: 8000 })
/** A side of a carton. */
const cartonSide = () => integer({ min: 1, max: 3000 })
const cartonWeight = () => decimal({ digits: 3, min: '0.001', max: '999' })

/**
 * Requirements for goods: measures, construction, packing and so on. Each record is one version of its number. Orders
 * refer to approved versions; the approver must not be the submitter.
 */
export const specifications = defineArea({
  name: 'specifications',
  path: '/apps/sec_id_database',
  title: 'title_en',
  titleZh: 'title_zh',
  fields: {
    title_en: text({ readOnly: true, max: 160 }),
    title_zh: text({ readOnly: true, max: 160 }),
    spec_id: text({ max: 14, case: 'upper', pattern: /^SP-\d{5,10}$/, fixed: true, search: 'code', sort: true }),
    ...versionFields('specifications'),
    spec_type: choice(specTypes, { required: true, fixed: true, sort: true }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ max: 120, search: true }),
    summary: longText({ max: 500, search: true }),
    // Exactly one of the four references is set: the one named here.
    applies_to: choice(specScopes, {
      required: true,
      default: 'article',
    }),
    article_id: reference('articles', { openTitle: true, search: true, sort: true }),
    product_category_id: reference('product-categories', { openTitle: true }),
    house_brand_id: reference('house-brands', { openTitle: true }),
    label_market_id: reference('label-markets', { openTitle: true }),
    effective_from: date({ sort: true }),
    requirements_en: requirements(),
    requirements_zh: requirements(),
    size_scale_id: reference('size-scales'),
    base_size_id: reference('sizes', { within: { field: 'size_scale_id', of: 'size_scale_id' } }),
    // The unit in which the table is entered; it can be displayed in both.
    unit: choice(lengthUnits, { default: 'cm' }),
    measures: rows('spec-measures', { by: 'specification_id', max: 120, order: ['seq'] }),
    tag_technology: choice(['none', 'am_58khz', 'rf_8_2mhz', 'rfid_uhf', 'dual']),
    tag_placement_en: text({ max: 255 }),
    tag_placement_zh: text({ max: 255 }),
    source_tagging: flag(),
    tag_supplier: text({ max: 120 }),
    // Defaults for order lines that leave these empty (`packingOf` in shared/trade/specification.ts).
    units_per_carton: integer({ min: 1, max: 10000 }),
    inner_pack_qty: integer({ min: 1, max: 10000 }),
    packing_method: choice(['flat', 'hanging']),
    carton_length_mm: cartonSide(),
    carton_width_mm: cartonSide(),
    carton_height_mm: cartonSide(),
    carton_net_weight_kg: cartonWeight(),
    carton_gross_weight_kg: cartonWeight(),
    carton_marks: longText({ max: 1000 }),
    notes: longText({ max: 2000, read: ['admin', 'Office'] }),
    drafted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_by: reference('users', { readOnly: true, openTitle: true }),
    submitted_at: moment({ readOnly: true }),
    approved_by: reference('users', { readOnly: true, openTitle: true }),
    approved_at: moment({ readOnly: true }),
    decision_comment: longText({ readOnly: true, max: 500, read: ['admin', 'Office'] }),
  },
  lifecycle: lifecycle({
    start: 'draft',
    states: reviewedStates,
    moves: reviewedMoves({ drafts: ['admin', 'Office'], decides: ['admin'] }),
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  // Suppliers see the versions that their lines carry.
  scope: { Agent: 'allocated', staff: 'allocated' },
  deletedIn: ['draft'],
  archivedIn: ['superseded', 'retired'],
  key: ['spec_id'],
  sort: ['-spec_id', '-version_no'],
  columns: ['title_en', 'spec_type', 'status', 'applies_to', 'effective_from', 'approved_by'],
})
export type Specification = RecordOf<typeof specifications>
