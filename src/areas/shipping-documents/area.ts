import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import {
  choice,
  choices,
  conditions,
  date,
  decimal,
  flag,
  integer,
  longText,
  moment,
  reference,
  text,
} from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { checkedFacts } from '#shared/trade/document-checks.ts'
import { documentTypes } from '#shared/trade/document-types.ts'

const house = ['admin', 'Office'] as const
const people = ['admin', 'Office', 'Agent', 'staff'] as const
const comment = { comment: longText({ max: 1000 }) }

/** A document of a shipment: its files, the facts that it states, and the verdict of the office. */
export const shippingDocuments = defineArea({
  name: 'shipping-documents',
  path: '/apps/shipping_docs',
  title: 'document_title',
  titleZh: 'document_title_zh',
  fields: {
    // The number of the booking and the type: `BK-2027-000012 Packing list`.
    document_title: text({ readOnly: true, max: 80, search: true, sort: true }),
    document_title_zh: text({ readOnly: true, max: 80, search: true }),
    booking_id: reference('bookings', { required: true, fixed: true, search: true, sort: true }),
    supplier_id: reference('suppliers', { readOnly: true, openTitle: true, sort: true }),
    doc_type: choice(documentTypes, { required: true, fixed: true, sort: true }),
    is_required: flag({ readOnly: true }),
    doc_no: text({ max: 60, search: 'code', sort: true }),
    issue_date: date({ sort: true }),
    originals_count: integer({ max: 20 }),
    due_date: date({ readOnly: true, sort: true }),
    // The deadline for presentation under a letter of credit.
    present_by: date({ readOnly: true, sort: true }),
    // Facts that the document states; they are compared with the shipping instruction.
    pieces_qty: integer(),
    cartons_qty: integer(),
    gross_kg: decimal({ digits: 3, min: '0' }),
    net_kg: decimal({ digits: 3, min: '0' }),
    volume_m3: decimal({ digits: 4, min: '0' }),
    bl_no: text({ max: 40, search: 'code' }),
    goods_description: longText({ max: 1000 }),
    differences: choices(checkedFacts, { readOnly: true }),
    files_qty: integer({ readOnly: true, default: 0 }),
    version_no: integer({ readOnly: true, default: 0 }),
    uploaded_at: moment({ readOnly: true, sort: true }),
    reviewed_by: reference('users', { readOnly: true, openTitle: true }),
    reviewed_at: moment({ readOnly: true, sort: true }),
    review_comment: longText({ readOnly: true, max: 1000 }),
    // The reason for the last reminder to the supplier.
    reminder: choice(['due_soon', 'late'], { readOnly: true, read: house }),
  },
  conditions: conditions({
    is_late: flag(),
    due_by: date(),
    has_differences: flag(),
    purchase_order: reference('purchase-orders'),
  }),
  lifecycle: lifecycle({
    start: 'missing',
    states: {
      missing: 'warning',
      uploaded: 'info',
      under_review: 'info',
      approved: 'success',
      rejected: 'danger',
      not_needed: 'neutral',
    },
    moves: {
      // Files were added, possibly newer ones of an approved document, or the last file was removed.
      upload: {
        from: ['missing', 'uploaded', 'under_review', 'approved', 'rejected', 'not_needed'],
        to: 'uploaded',
        by: [],
      },
      lose_files: { from: ['uploaded', 'under_review', 'approved', 'rejected'], to: 'missing', by: [] },
      // Resubmits the same files with corrected facts.
      submit: { from: ['rejected'], to: 'uploaded', by: people, asks: comment },
      start_review: { from: ['uploaded'], to: 'under_review', by: house },
      approve: { from: ['uploaded', 'under_review'], to: 'approved', by: house, asks: comment },
      reject: {
        from: ['uploaded', 'under_review', 'approved'],
        to: 'rejected',
        by: house,
        asks: { comment: longText({ required: true, max: 1000 }) },
        danger: true,
      },
      waive: {
        from: ['missing', 'uploaded', 'under_review', 'rejected'],
        to: 'not_needed',
        by: ['admin'],
        asks: { reason: longText({ required: true, max: 1000 }) },
        danger: true,
      },
      // Leads to `missing` or `uploaded`, depending on its files.
      require: { from: ['not_needed'], to: 'missing', by: ['admin'], asks: comment },
    },
  }),
  access: { read: people, create: people, edit: people, delete: house },
  scope: { Agent: 'own', staff: 'own' },
  deletedIn: ['missing'],
  archivedIn: ['not_needed'],
  key: ['document_title'],
  sort: ['due_date', 'id'],
  columns: [
    'document_title',
    'status',
    'doc_type',
    'booking_id',
    'supplier_id',
    'due_date',
    'present_by',
    'is_required',
    'files_qty',
    'version_no',
    'differences',
    'doc_no',
    'uploaded_at',
    'reviewed_at',
  ],
})
export type ShippingDocument = RecordOf<typeof shippingDocuments>
