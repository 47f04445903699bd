import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, choices, text } from '#shared/kit/fields.ts'
import { retirable } from '#shared/kit/lifecycle.ts'
import { incotermCodes } from '#shared/standards/incoterms.ts'
import { loadTypes } from '#shared/trade/booking-terms.ts'
import { documentTypes } from '#shared/trade/document-types.ts'

const house = ['admin', 'Office'] as const

/** The shipping documents that a shipment needs. Each row names one document and the terms under which it is needed. */
export const documentRequirements = defineArea({
  name: 'document-requirements',
  path: '/apps/document_requirements',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    code: text({
      required: true,
      unique: true,
      max: 16,
      case: 'upper',
      pattern: /^[A-Z0-9][A-Z0-9-]{0,15}$/,
      search: 'code',
      sort: true,
    }),
    name_en: text({ required: true, max: 120, search: true, sort: true }),
    name_zh: text({ required: true, max: 120, search: true }),
    doc_type: choice(documentTypes, { required: true, sort: true }),
    // Conditions; an empty condition matches every shipment.
    incoterms: choices(incotermCodes),
    countries: text({ max: 200, case: 'upper', pattern: /^[A-Z]{2}( [A-Z]{2})*$/ }),
    load_types: choices(loadTypes),
    payment_methods: choices(['TT', 'LC', 'DP', 'DA', 'OA', 'CAD']),
  },
  lifecycle: retirable(house),
  access: { read: house, create: house, edit: house, delete: ['admin'] },
  key: ['code'],
  sort: ['code'],
  columns: [
    'name_en',
    'name_zh',
    'code',
    'doc_type',
    'incoterms',
    'countries',
    'load_types',
    'payment_methods',
    'status',
  ],
})
export type DocumentRequirementRecord = RecordOf<typeof documentRequirements>
