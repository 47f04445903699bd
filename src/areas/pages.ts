import type { Audience } from '#shared/kit/roles.ts'

/** A page that is not a list, form or record page, such as an account page, a help page, the search or a calendar. */
export interface SitePage {
  /** Its address; `:name` is a variable segment. */
  path: string
  /** The file that exports it as `Page`: `web/pages/site/<screen>.tsx`, or `areas/<x>/screens/<screen>-page.tsx`. */
  screen: string
  /**
   * `guests`: only without a session. `anybody`: with or without a session. `members`: every signed-in user, or those
   * in `auth`.
   */
  for: 'guests' | 'anybody' | 'members'
  auth?: Audience
  /** Rendered without navbar, toolbar and footer, also for members. */
  bare?: boolean
}

/** The register of pages. A page exists once it is listed here. */
export const pages: readonly SitePage[] = [
  { path: '/register', screen: 'register', for: 'guests' },
  { path: '/pages/auth/register', screen: 'register', for: 'guests' },
  { path: '/pages/auth/register-2', screen: 'register-2', for: 'guests' },
  { path: '/pages/auth/forgot-password', screen: 'forgot-password', for: 'guests' },
  { path: '/pages/auth/forgot-password-2', screen: 'forgot-password-2', for: 'guests' },
  { path: '/pages/auth/reset', screen: 'reset', for: 'guests' },
  { path: '/pages/auth/reset-password', screen: 'reset-password', for: 'anybody' },
  { path: '/pages/auth/mail-confirm', screen: 'mail-confirm', for: 'anybody' },
  { path: '/pages/auth/bookings', screen: 'bookings', for: 'anybody' },
  { path: '/pages/profile', screen: 'profile', for: 'members' },
  { path: '/pages/label_design', screen: 'label-design', for: 'members' },
  { path: '/callback', screen: 'callback', for: 'guests' },
  { path: '/pages/errors/error-500', screen: 'error-500', for: 'anybody' },
  { path: '/pages/maintenance', screen: 'maintenance', for: 'anybody', bare: true },
  { path: '/pages/search/classic', screen: 'search-classic', for: 'members' },
  { path: '/pages/search/modern', screen: 'search-modern', for: 'members' },
  { path: '/apps/dashboards/analytics', screen: 'analytics', for: 'members', auth: ['group:Agent', 'staff'] },
  { path: '/app/finance', screen: 'finance', for: 'members', auth: ['group:admin'] },
  { path: '/app/finance/ageing', screen: 'finance-ageing', for: 'members', auth: ['group:admin'] },
  { path: '/app/finance/statement', screen: 'finance-statement', for: 'members', auth: ['group:Agent'] },
  { path: '/apps/readiness', screen: 'readiness', for: 'members', auth: ['group:Agent', 'staff'] },
  { path: '/apps/product_design/products', screen: 'product-gallery', for: 'members', auth: ['group:admin'] },
  { path: '/apps/product_design', screen: 'product-gallery', for: 'members', auth: ['group:admin'] },
  { path: '/apps/dashboards/project', screen: 'time-and-action', for: 'members', auth: ['group:Agent'] },
  { path: '/pages/dossiers', screen: 'dossiers', for: 'members', auth: ['group:Agent', 'staff'] },
  { path: '/pages/all', screen: 'all-pages', for: 'members' },
  { path: '/help/admin', screen: 'help-admin', for: 'members', auth: ['group:superAdmin'] },
  { path: '/help/admin/:guide', screen: 'help-admin', for: 'members', auth: ['group:superAdmin'] },
  { path: '/help/office', screen: 'help-office', for: 'members', auth: ['group:SubUsers', 'admin'] },
  { path: '/help/office/:guide', screen: 'help-office', for: 'members', auth: ['group:SubUsers', 'admin'] },
  { path: '/pages/knowledge-base', screen: 'knowledge-base', for: 'members', auth: ['group:SubUsers', 'admin'] },
  { path: '/pages/knowledge-base/:guide', screen: 'knowledge-base', for: 'members', auth: ['group:SubUsers', 'admin'] },
  { path: '/apps/po_allocation/capacity', screen: 'factory-capacity', for: 'members', auth: ['group:admin'] },
  {
    path: '/apps/yarn/fiber_allocation/parts',
    screen: 'compositions-by-part',
    for: 'members',
    auth: ['group:Agent', 'staff'],
  },
  {
    path: '/apps/spec_po_allocation/matrix',
    screen: 'specification-matrix',
    for: 'members',
    auth: ['group:Agent', 'staff'],
  },
  {
    path: '/apps/artwork_po_allocation/matrix',
    screen: 'artwork-matrix',
    for: 'members',
    auth: ['group:Agent', 'staff'],
  },
  {
    path: '/apps/accreditation/factory_accreditation_management_database/calendar',
    screen: 'expiry-calendar',
    for: 'members',
    auth: ['group:Agent'],
  },
  { path: '/apps/sample_management/sample_request', screen: 'sample-request', for: 'members', auth: ['group:admin'] },
  { path: '/apps/sample_management/scan', screen: 'sample-scan', for: 'members', auth: ['group:admin'] },
  {
    path: '/apps/sample_management/sample_fulfillment',
    screen: 'sample-fulfillment',
    for: 'members',
    auth: ['admin', 'Office', 'group:staff'],
  },
  { path: '/apps/quality_assurance/plan', screen: 'inspection-plan', for: 'members', auth: ['group:admin'] },
  { path: '/apps/quality_assurance/calendar', screen: 'inspection-calendar', for: 'members', auth: ['group:admin'] },
  { path: '/apps/quality_assurance/defects', screen: 'defect-charts', for: 'members', auth: ['group:admin'] },
  {
    path: '/apps/quality_assurance/:id/inspect',
    screen: 'inspect',
    for: 'members',
    auth: ['group:admin'],
  },
  {
    path: '/apps/quality_assurance/:id/:labelHandle',
    screen: 'labelled',
    for: 'members',
    auth: ['group:admin'],
  },
  {
    path: '/apps/quality_assurance/:id/:labelHandle/:labelId',
    screen: 'labelled',
    for: 'members',
    auth: ['group:admin'],
  },
  ...['/apps/new-booking', '/apps/new-booking/edit', '/apps/new-booking/booking_success'].map(
    (path): SitePage => ({ path, screen: 'new-booking', for: 'members', auth: ['group:Agent', 'staff'] }),
  ),
  {
    path: '/apps/shipping_management/calendar',
    screen: 'booking-calendar',
    for: 'members',
    auth: ['group:Agent', 'staff'],
  },
  { path: '/pages/invoices/modern', screen: 'invoice-modern', for: 'members', auth: ['group:Agent'] },
  { path: '/pages/invoices/compact', screen: 'invoice-compact', for: 'members', auth: ['group:Agent'] },
  { path: '/apps/warehouse/arrivals', screen: 'container-arrivals', for: 'members', auth: ['group:admin'] },
  { path: '/apps/warehouse/docks', screen: 'dock-appointments', for: 'members', auth: ['group:admin'] },
  { path: '/apps/warehouse/:id/receive', screen: 'container-receive', for: 'members', auth: ['group:admin'] },
  { path: '/auth/admin-role-example', screen: 'role-example-admin', for: 'members', auth: ['group:admin'] },
  { path: '/auth/staff-role-example', screen: 'role-example-staff', for: 'members', auth: ['group:staff'] },
  { path: '/auth/guest-role-example', screen: 'role-example-guest', for: 'guests' },
]
