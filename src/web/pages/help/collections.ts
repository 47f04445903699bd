import { can } from '#web/providers/permission.ts'

/** A collection of guides: its path, and its guides in reading order. */
export interface Collection {
  path: string
  /** The key of its texts under `site.help`. */
  name: 'admin' | 'office' | 'articles'
  guides: readonly Entry[]
}

/** A guide by the name of its file. A guide about something that only some people may do is shown only to them. */
interface Entry {
  id: string
  about?: readonly [object: string, action: string]
}

/** The guides of a collection that are relevant for the signed-in person. */
export const guidesFor = ({ guides }: Collection) =>
  guides.filter(({ about }) => !about || can(about[0], about[1])).map(({ id }) => id)

export const adminGuides: Collection = {
  path: '/help/admin',
  name: 'admin',
  guides: [
    { id: 'first-steps' },
    { id: 'manage-users' },
    { id: 'portal-settings' },
    { id: 'keep-libraries' },
    { id: 'care-instructions' },
    { id: 'specifications' },
    { id: 'artwork' },
    { id: 'accreditation' },
    { id: 'bank-accounts' },
    { id: 'paying-suppliers' },
    { id: 'import-order-book' },
    { id: 'approve-orders' },
    { id: 'rescue-orders' },
  ],
}

export const officeGuides: Collection = {
  path: '/help/office',
  name: 'office',
  guides: [
    { id: 'create-order', about: ['purchase-orders', 'create'] },
    { id: 'size-grid', about: ['purchase-orders', 'create'] },
    { id: 'import-order-book', about: ['purchase-orders', 'create'] },
    { id: 'submit-and-approve', about: ['purchase-orders', 'move:approve'] },
    { id: 'issue-and-follow-up', about: ['purchase-orders', 'move:issue'] },
    { id: 'change-orders', about: ['purchase-orders', 'read'] },
    { id: 'hold-and-cancel', about: ['purchase-orders', 'move:cancel'] },
    { id: 'factories', about: ['factories', 'create'] },
    { id: 'yarns', about: ['yarns', 'create'] },
    { id: 'retail-prices', about: ['po-line-rrps', 'read'] },
    { id: 'care-instructions', about: ['care-instructions', 'create'] },
    { id: 'specifications', about: ['specifications', 'create'] },
    { id: 'artwork', about: ['artworks', 'create'] },
    { id: 'compositions', about: ['fibre-allocations', 'read'] },
    { id: 'artwork-proofs', about: ['artwork-allocations', 'read'] },
    { id: 'readiness', about: ['po-lines', 'read'] },
    { id: 'samples', about: ['sample-requests', 'read'] },
    { id: 'bookings', about: ['bookings', 'read'] },
    { id: 'electronic-invoices', about: ['invoices', 'read'] },
    { id: 'quality', about: ['qa-activities', 'read'] },
    { id: 'shipping-documents', about: ['shipping-documents', 'read'] },
    { id: 'containers', about: ['containers', 'edit'] },
    { id: 'invoices', about: ['invoices', 'read'] },
    { id: 'paying-suppliers', about: ['payment-runs', 'create'] },
    { id: 'claims', about: ['claims', 'read'] },
    { id: 'payables', about: ['page:/app/finance/statement', 'open'] },
    { id: 'dossiers', about: ['purchase-orders', 'read'] },
    { id: 'accreditation', about: ['factory-accreditations', 'move:confirm'] },
    { id: 'submit-audits', about: ['factory-accreditations', 'create'] },
    { id: 'specification-po', about: ['spec-allocations', 'read'] },
    { id: 'garment-labels', about: ['po-lines', 'read'] },
    { id: 'answer-orders', about: ['purchase-orders', 'move:decline'] },
    { id: 'report-progress', about: ['purchase-orders', 'move:decline'] },
    { id: 'bank-accounts', about: ['supplier-bank-accounts', 'move:submit'] },
    { id: 'company-accounts', about: ['purchase-orders', 'move:decline'] },
  ],
}

export const articles: Collection = {
  path: '/pages/knowledge-base',
  name: 'articles',
  guides: [
    { id: 'find-anything' },
    { id: 'work-with-lists' },
    { id: 'read-dashboard', about: ['page:/apps/dashboards/analytics', 'open'] },
    { id: 'change-many', about: ['purchase-orders', 'create'] },
    { id: 'export-lists' },
    { id: 'attach-files' },
    { id: 'order-statuses' },
    { id: 'password-and-language' },
    { id: 'work-by-keyboard' },
    { id: 'when-something-fails' },
  ],
}
