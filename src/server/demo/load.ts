import type { FastifyInstance } from 'fastify'
import { fixtures as fibres } from '#areas/fibres/fixtures.ts'
import { fixtures as locations } from '#areas/locations/fixtures.ts'
import { fixtures as ratioTemplates } from '#areas/ratio-templates/fixtures.ts'
import { fullName } from '#server/auth/accounts.ts'
import { hashPassword, storeHash } from '#server/auth/passwords.ts'
import type { Queryable } from '#server/db/types.ts'
import { hour } from '#server/db/watchdog.ts'
import type { Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { auditRounds, demoAccreditations, demoAuditingFirms } from '#server/seeds/demo/accreditations.ts'
import { attachArtworkProofs } from '#server/seeds/demo/artwork-allocations.ts'
import { drawArtworks } from '#server/seeds/demo/artworks.ts'
import { dateBankAccounts, demoBankAccounts } from '#server/seeds/demo/bank-accounts.ts'
import { firstVersions, laterVersions } from '#server/seeds/demo/care.ts'
import { articleRecord, demoArticles, demoCategories } from '#server/seeds/demo/catalogue.ts'
import { demoClaims } from '#server/seeds/demo/claims.ts'
import { demoFactories } from '#server/seeds/demo/factories.ts'
import { makeInvoices } from '#server/seeds/demo/invoices.ts'
import { fillLabelMarkets } from '#server/seeds/demo/label-markets.ts'
import { ownPoms } from '#server/seeds/demo/measure-tables.ts'
import { makeOrders } from '#server/seeds/demo/orders.ts'
import {
  demoAccounts,
  demoBrands,
  demoPassword,
  lentBrand,
  otherAgents,
  supplierRecords,
} from '#server/seeds/demo/parties.ts'
import { demoPayingAccounts, demoPaymentRuns } from '#server/seeds/demo/payments.ts'
import { priceDemo, rateMarkets } from '#server/seeds/demo/retail.ts'
import { demoSeasons } from '#server/seeds/demo/seasons.ts'
import { colourRecord } from '#server/seeds/demo/skus.ts'
import { demoYarns } from '#server/seeds/demo/yarns.ts'
import { seedLibraries } from '#server/seeds/libraries.ts'
import type { Input } from '#server/seeds/references.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { loadAllocations } from './allocations'
import { nameCompany } from './company'
import { create } from './create'
import { fillMilestones, setDeliveries } from './deliveries'
import { loadEvidence } from './files'
import { loadArtworks, loadDrawings, loadLogos, loadPictures, loadSpecifications, pinComments } from './libraries'
import { loadOrders } from './orders'
import { loadReports } from './production'
import {
  loadActivities,
  loadDefectPhotos,
  loadSamplePhotos,
  loadSamples,
  measurePieces,
  measureSamples,
} from './quality'
import { needDocuments, needSamplesAndInspections } from './requirements'
import { loadBookings, loadContainers, loadShippingDocuments } from './shipping'
import { judgeSuppliers } from './suppliers'

/**
 * Loads one year of orders of a retailer up to yesterday, with everything they refer to and accounts to sign in with,
 * in one transaction. Deterministic for a given day. Does nothing in a database that already has users or suppliers.
 * Without file storage, the demo has no pictures or attachments.
 */
export const loadDemo = async (
  { kit, files }: Pick<FastifyInstance, 'kit'> & Partial<Pick<FastifyInstance, 'files'>>,
  now: Date = new Date(),
): Promise<void> => {
  const hash = await hashPassword(demoPassword)
  // The libraries are a separate write, because the second write reads the settings, which they create, when it starts.
  await kit.write(system, 'import', seedLibraries)
  const loadAll = async (given: Work) => {
    if (await isInUse(given.tx)) return
    const day = today(undefined, now)
    // Records created through `work` get a date before that of the first order.
    const work: Work = { ...given, now: `${addDays(day, -420)}T08:00:00.000Z` }
    await nameCompany(given)
    await rateMarkets(given)
    await fillLabelMarkets(given)
    const seasons = demoSeasons(day)
    const load = (area: string, records: readonly Input[]) => create(work, area, records)
    await load(
      'seasons',
      seasons.map((season) => ({ ...season })),
    )
    await load('locations', locations)
    await load('ratio-templates', ratioTemplates)
    for (const level of demoCategories) await load('product-categories', level)
    const brands = await load(
      'house-brands',
      demoBrands.map((brand) => (brand.code === lentBrand ? { ...brand, licence_expiry: addDays(day, -20) } : brand)),
    )
    await load('suppliers', supplierRecords)
    await load('users', [...demoAccounts, ...otherAgents].map(accountRecord))
    await giveHash(work.tx, hash)
    await judgeSuppliers(work, day)
    const accounts = await load('supplier-bank-accounts', demoBankAccounts(day))
    await dateBankAccounts(
      work,
      accounts.map(({ id }) => Number(id)),
    )
    await load('fibres', fibres)
    await load('yarns', demoYarns(day))
    const articles = await load(
      'articles',
      demoArticles.map((article, index) => ({
        ...articleRecord(article, seasons[index % 4]?.code ?? ''),
        colourways: article.colours.map((colour) => colourRecord(article, colour)),
      })),
    )
    await load('factories', demoFactories(day))
    await load('auditing-firms', demoAuditingFirms(day))
    for (let round = 0; round < auditRounds; round += 1)
      await load('factory-accreditations', demoAccreditations(round, day))
    await load('care-instructions', laterVersions(await load('care-instructions', firstVersions())))
    await load('poms', ownPoms)
    const specifications = await loadSpecifications(work, day)
    const artworks = await loadArtworks(work, day)
    if (files) {
      await loadPictures(work, files, articles)
      await loadLogos(work, files, brands)
      await loadDrawings(work, files, specifications)
      await pinComments(work, await drawArtworks(work, files, artworks), day)
    }
    await loadOrders(work, makeOrders(day, seasons))
    await loadReports(work, day)
    await priceDemo(work, day)
    await loadAllocations(work, day)
    const samples = await loadSamples(work, day)
    await measureSamples(work)
    const activities = await loadActivities(work, day)
    await measurePieces(work)
    await loadBookings(work, day)
    await loadContainers(work, day)
    await needSamplesAndInspections(work)
    await needDocuments(work, files)
    if (files) {
      await loadEvidence(work, files)
      await attachArtworkProofs(work, files)
      await loadSamplePhotos(work, files, samples)
      await loadDefectPhotos(work, files, activities)
    }
    await loadShippingDocuments(given, day, files)
    await makeInvoices(given, day, create)
    await load('paying-accounts', demoPayingAccounts)
    await demoPaymentRuns(given, day, load)
    await setDeliveries(given, day)
    await fillMilestones(given, day)
    await demoClaims(given, day)
  }
  await kit.write(system, 'import', loadAll, { longest: hour })
  // Without fresh statistics, PostgreSQL would plan the first queries as if the tables were still empty.
  await kit.db.query('analyze')
}

/** Whether the database has users, suppliers or demo data; takes a lock, because several processes may start at once. */
const isInUse = async (tx: Queryable): Promise<boolean> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('seeds'))`)
  const [row] = await tx.query<{ used: boolean }>(
    `select exists (select 1 from users) or exists (select 1 from suppliers) or exists (select 1 from demo_records) as used`,
  )
  return row?.used ?? false
}

const giveHash = async (tx: Queryable, hash: string) => {
  const emails = demoAccounts.map(({ email }) => email)
  const users = await tx.query<{ id: number }>('select id from users where email = any($1::text[])', [emails])
  for (const { id } of users) await storeHash(tx, id, hash)
}

const accountRecord = ({ supplier_id, ...account }: (typeof demoAccounts)[number]) => ({
  ...account,
  full_name: fullName(account.first_name, account.last_name),
  supplier_id: supplier_id ?? null,
  is_super_user: 0,
  status: 'active',
})
