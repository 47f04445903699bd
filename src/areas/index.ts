import { type Area, createRegister } from '#shared/kit/area.ts'
import { accreditationActions } from './accreditation-actions/area'
import { accreditationAllocations } from './accreditation-allocations/area'
import { accreditationFindings } from './accreditation-findings/area'
import { articleSeasons } from './article-seasons/area'
import { articles } from './articles/area'
import { artworkAllocations } from './artwork-allocations/area'
import { artworkProofs } from './artwork-proofs/area'
import { artworkReviews } from './artwork-reviews/area'
import { artworks } from './artworks/area'
import { auditingFirmContacts } from './auditing-firm-contacts/area'
import { auditingFirmPrograms } from './auditing-firm-programs/area'
import { auditingFirms } from './auditing-firms/area'
import { bookingCartons } from './booking-cartons/area'
import { bookingContainers } from './booking-containers/area'
import { bookingLineSizes } from './booking-line-sizes/area'
import { bookingLines } from './booking-lines/area'
import { bookings } from './bookings/area'
import { calendarHolidays } from './calendar-holidays/area'
import { calendars } from './calendars/area'
import { careAllocations } from './care-allocations/area'
import { careInstructions } from './care-instructions/area'
import { checklistItems } from './checklist-items/area'
import { claimLines } from './claim-lines/area'
import { claimRules } from './claim-rules/area'
import { claims } from './claims/area'
import { colourwayFibres } from './colourway-fibres/area'
import { colourways } from './colourways/area'
import { containerEvents } from './container-events/area'
import { containerLineSizes } from './container-line-sizes/area'
import { containerLines } from './container-lines/area'
import { containers } from './containers/area'
import { declaredFibres } from './declared-fibres/area'
import { defectCodes } from './defect-codes/area'
import { deliveryStatuses } from './delivery-statuses/area'
import { documentRequirements } from './document-requirements/area'
import { factories } from './factories/area'
import { factoryAccreditations } from './factory-accreditations/area'
import { factoryAllocations } from './factory-allocations/area'
import { factoryCategories } from './factory-categories/area'
import { factoryChangeItems } from './factory-change-items/area'
import { factoryChanges } from './factory-changes/area'
import { factoryContacts } from './factory-contacts/area'
import { factorySuppliers } from './factory-suppliers/area'
import { fibreAllocations } from './fibre-allocations/area'
import { fibres } from './fibres/area'
import { houseBrands } from './house-brands/area'
import { invoiceCharges } from './invoice-charges/area'
import { invoiceLines } from './invoice-lines/area'
import { invoicePayments } from './invoice-payments/area'
import { invoices } from './invoices/area'
import { labelFibres } from './label-fibres/area'
import { labelMarketCountries } from './label-market-countries/area'
import { labelMarketLanguages } from './label-market-languages/area'
import { labelMarketParts } from './label-market-parts/area'
import { labelMarkets } from './label-markets/area'
import { labels } from './labels/area'
import { locations } from './locations/area'
import { payingAccounts } from './paying-accounts/area'
import { paymentRunItems } from './payment-run-items/area'
import { paymentRuns } from './payment-runs/area'
import { paymentTerms } from './payment-terms/area'
import { poChangeItems } from './po-change-items/area'
import { poChanges } from './po-changes/area'
import { poLineRrps } from './po-line-rrps/area'
import { poLineSizes } from './po-line-sizes/area'
import { poLines } from './po-lines/area'
import { policyChanges } from './policy-changes/area'
import { poms } from './poms/area'
import { portfolioSuppliers } from './portfolio-suppliers/area'
import { portfolios } from './portfolios/area'
import { ports } from './ports/area'
import { productCategories } from './product-categories/area'
import { profilePrograms } from './profile-programs/area'
import { profileRequirements } from './profile-requirements/area'
import { purchaseOrders } from './purchase-orders/area'
import { qaActivities } from './qa-activities/area'
import { qaChecks } from './qa-checks/area'
import { qaDefects } from './qa-defects/area'
import { qaMeasures } from './qa-measures/area'
import { qaSignatures } from './qa-signatures/area'
import { ratioItems } from './ratio-items/area'
import { ratioTemplates } from './ratio-templates/area'
import { requirementProfiles } from './requirement-profiles/area'
import { rrpMarkets } from './rrp-markets/area'
import { sampleDispatches } from './sample-dispatches/area'
import { sampleMeasures } from './sample-measures/area'
import { samplePlanItems } from './sample-plan-items/area'
import { samplePlans } from './sample-plans/area'
import { sampleRequests } from './sample-requests/area'
import { sampleSizes } from './sample-sizes/area'
import { sampleTypes } from './sample-types/area'
import { seasons } from './seasons/area'
import { settings } from './settings/area'
import { shippingDocuments } from './shipping-documents/area'
import { sizeScales } from './size-scales/area'
import { sizes } from './sizes/area'
import { skus } from './skus/area'
import { specAllocations } from './spec-allocations/area'
import { specMeasureValues } from './spec-measure-values/area'
import { specMeasures } from './spec-measures/area'
import { specReceipts } from './spec-receipts/area'
import { specifications } from './specifications/area'
import { standardGrades } from './standard-grades/area'
import { standardPrograms } from './standard-programs/area'
import { supplierBankAccounts } from './supplier-bank-accounts/area'
import { supplierContacts } from './supplier-contacts/area'
import { supplierStandings } from './supplier-standings/area'
import { suppliers } from './suppliers/area'
import { supportTickets } from './support-tickets/area'
import { taxRates } from './tax-rates/area'
import { testedFibres } from './tested-fibres/area'
import { tnaTasks } from './tna-tasks/area'
import { tnaTemplateItems } from './tna-template-items/area'
import { tnaTemplates } from './tna-templates/area'
import { userPortfolios } from './user-portfolios/area'
import { users } from './users/area'
import { vessels } from './vessels/area'
import { voyages } from './voyages/area'
import { wipReports } from './wip-reports/area'
import { yarnCertificates } from './yarn-certificates/area'
import { yarnFibres } from './yarn-fibres/area'
import { yarns } from './yarns/area'

/** The register of areas. An area exists once it is listed here. */
export const areas = [
  purchaseOrders,
  poLines,
  poLineSizes,
  poChanges,
  poChangeItems,
  poLineRrps,
  rrpMarkets,
  labelMarkets,
  labelMarketCountries,
  labelMarketLanguages,
  labelMarketParts,
  suppliers,
  supplierContacts,
  supplierStandings,
  supplierBankAccounts,
  invoices,
  invoiceLines,
  invoiceCharges,
  invoicePayments,
  payingAccounts,
  paymentRuns,
  paymentRunItems,
  claims,
  claimLines,
  claimRules,
  taxRates,
  users,
  userPortfolios,
  portfolios,
  portfolioSuppliers,
  articles,
  colourways,
  colourwayFibres,
  skus,
  articleSeasons,
  factories,
  factorySuppliers,
  factoryCategories,
  factoryContacts,
  factoryChanges,
  factoryChangeItems,
  bookings,
  bookingLines,
  bookingLineSizes,
  bookingCartons,
  bookingContainers,
  shippingDocuments,
  vessels,
  voyages,
  containers,
  containerLines,
  containerLineSizes,
  containerEvents,
  wipReports,
  deliveryStatuses,
  factoryAllocations,
  fibreAllocations,
  declaredFibres,
  testedFibres,
  labelFibres,
  careAllocations,
  specAllocations,
  artworkAllocations,
  accreditationAllocations,
  artworkProofs,
  specReceipts,
  tnaTasks,
  tnaTemplates,
  tnaTemplateItems,
  seasons,
  houseBrands,
  productCategories,
  sizeScales,
  sizes,
  ratioTemplates,
  ratioItems,
  fibres,
  yarns,
  yarnFibres,
  yarnCertificates,
  careInstructions,
  policyChanges,
  defectCodes,
  checklistItems,
  labels,
  poms,
  specifications,
  specMeasures,
  specMeasureValues,
  artworks,
  artworkReviews,
  auditingFirms,
  auditingFirmPrograms,
  auditingFirmContacts,
  standardPrograms,
  standardGrades,
  factoryAccreditations,
  accreditationFindings,
  accreditationActions,
  requirementProfiles,
  profileRequirements,
  profilePrograms,
  qaActivities,
  qaDefects,
  qaChecks,
  qaMeasures,
  qaSignatures,
  sampleRequests,
  sampleSizes,
  sampleMeasures,
  sampleDispatches,
  sampleTypes,
  samplePlans,
  samplePlanItems,
  locations,
  ports,
  paymentTerms,
  documentRequirements,
  calendars,
  calendarHolidays,
  settings,
  supportTickets,
] as const satisfies readonly Area[]

export const register = createRegister(areas)
