import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { makeAccreditations } from '#areas/accreditation-allocations/server/settle.ts'
import { coverFirst, keepImage } from '#areas/articles/server/images.ts'
import { fixtures as fibres } from '#areas/fibres/fixtures.ts'
import { keepLogo } from '#areas/house-brands/server/logo.ts'
import { register } from '#areas/index.ts'
import { fixtures as locations } from '#areas/locations/fixtures.ts'
import { settleAllDeliveries } from '#areas/purchase-orders/server/delivery.ts'
import { inspectionKind } from '#areas/qa-activities/server/settle.ts'
import { fixtures as ratioTemplates } from '#areas/ratio-templates/fixtures.ts'
import { readGatingTypes, sampleKind } from '#areas/sample-requests/server/settle.ts'
import { settle as settlePlans } from '#areas/tna-tasks/server/settle.ts'
import { attachmentKind } from '#server/allocation/attachment-lines.ts'
import { readReadiness } from '#server/allocation/settle-lines.ts'
import { allocatedSpecification } from '#server/allocation/spec-tables.ts'
import { settleTurns } from '#server/allocation/turns.ts'
import { fullName } from '#server/auth/accounts.ts'
import { hashPassword, storeHash } from '#server/auth/passwords.ts'
import type { Db, DbError, Queryable } from '#server/db/types.ts'
import { hour } from '#server/db/watchdog.ts'
import { deleteOrphans, type Files } from '#server/files/store.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import {
  accreditationPapers,
  auditRounds,
  demoAccreditations,
  demoAuditingFirms,
} from '#server/seeds/demo/accreditations.ts'
import { makeAllocations } from '#server/seeds/demo/allocations.ts'
import { artworkAllocationsOf, attachArtworkProofs } from '#server/seeds/demo/artwork-allocations.ts'
import { type ArtworkPeople, drawArtworks, firstArtworks, laterArtworks, pinDemo } from '#server/seeds/demo/artworks.ts'
import { demoBankAccounts, tellBankAccounts } from '#server/seeds/demo/bank-accounts.ts'
import {
  type DemoBookedLine,
  demoBookedLines,
  demoBookings,
  demoVessels,
  demoVoyages,
} from '#server/seeds/demo/bookings.ts'
import { type DemoMilestone, milestonesDone } from '#server/seeds/demo/calendar.ts'
import { firstVersions, laterVersions } from '#server/seeds/demo/care.ts'
import { makeCares } from '#server/seeds/demo/cares.ts'
import { articleRecord, demoArticles, demoCategories } from '#server/seeds/demo/catalogue.ts'
import { demoClaims } from '#server/seeds/demo/claims.ts'
import { type FabricLine, makeCompositions } from '#server/seeds/demo/compositions.ts'
import {
  type DemoReceivedBooking,
  demoReceivedBookings,
  moveContainers,
  receivedContainers,
} from '#server/seeds/demo/containers.ts'
import { defectPhoto } from '#server/seeds/demo/defect-photo.ts'
import { type DemoEvidence, evidenceOf, plainPdf } from '#server/seeds/demo/evidence.ts'
import { demoFactories } from '#server/seeds/demo/factories.ts'
import { makeInvoices } from '#server/seeds/demo/invoices.ts'
import { clearLabelMarkets, fillLabelMarkets } from '#server/seeds/demo/label-markets.ts'
import { type DocumentedLine, isLeftOut, lineDocuments } from '#server/seeds/demo/line-attachments.ts'
import { ownPoms } from '#server/seeds/demo/measure-tables.ts'
import { type DemoOrder, makeOrders } from '#server/seeds/demo/orders.ts'
import {
  demoAccounts,
  demoBrands,
  demoPassword,
  lentBrand,
  otherAgents,
  supplierRecords,
} from '#server/seeds/demo/parties.ts'
import { demoPayingAccounts, demoPaymentRuns } from '#server/seeds/demo/payments.ts'
import { garmentPicture, labelProof, markOf, picturedAs } from '#server/seeds/demo/pictures.ts'
import { firstActivities, type InspectedLine, linesOfActivities, reinspections } from '#server/seeds/demo/quality.ts'
import { demoReports, type MadeLine } from '#server/seeds/demo/reports.ts'
import { demoProfiles } from '#server/seeds/demo/requirement-profiles.ts'
import { marketRates, priceDemo, rateMarkets } from '#server/seeds/demo/retail.ts'
import {
  arrivedStates,
  firstSamples,
  laterSamples,
  linesPerSupplier,
  type SampledLine,
  sampleSets,
} from '#server/seeds/demo/samples.ts'
import { demoSeasons } from '#server/seeds/demo/seasons.ts'
import { dateDocumentFiles, makeDocuments } from '#server/seeds/demo/shipping-documents.ts'
import { colourRecord } from '#server/seeds/demo/skus.ts'
import { specificationsOf } from '#server/seeds/demo/spec-allocations.ts'
import { specDrawing, specVersions, versionRounds } from '#server/seeds/demo/specifications.ts'
import { demoStandings } from '#server/seeds/demo/standings.ts'
import { demoYarns } from '#server/seeds/demo/yarns.ts'
import { seedLibraries, unnamedCompany } from '#server/seeds/libraries.ts'
import { createResolver, type Input } from '#server/seeds/references.ts'
import { addDays, today } from '#shared/base/dates.ts'
import { tableOf } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import { wipStages } from '#shared/trade/production.ts'
import { type DefectSeverity, inspectedStates, measuredTypes } from '#shared/trade/qa.ts'
import { readinessKinds } from '#shared/trade/readiness.ts'
import { requirementName } from '#shared/trade/requirement-profiles.ts'
import type { SampleSizesRule } from '#shared/trade/samples.ts'

/** A demo record that remains because records outside the demo refer to it. */
export interface KeptRecord {
  area: string
  id: number
  text: Text
}

/**
 * Loads one year of orders of a retailer up to yesterday, with everything they refer to and accounts to sign in with,
 * in one transaction. Deterministic for a given day. Does nothing in a database that is not new. Without file storage
 * the articles have no pictures.
 */
export const loadDemo = async (
  { kit, files }: Pick<FastifyInstance, 'kit'> & Partial<Pick<FastifyInstance, 'files'>>,
  now: Date = new Date(),
): Promise<void> => {
  const hash = await hashPassword(demoPassword)
  // In a separate write: the rules of the next one read the settings when it starts.
  await kit.write(system, 'import', seedLibraries)
  const loadAll = async (given: Work) => {
    if (await isInUse(given.tx)) return
    const day = today(undefined, now)
    // Libraries date from before the first order.
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
    await tellBankAccounts(
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
    await sayDeliveries(given, day)
    await doMilestones(given, day)
    await demoClaims(given, day)
  }
  await kit.write(system, 'import', loadAll, { longest: hour })
  // So that the first lists are planned by what is there now.
  await kit.db.query('analyze')
}

/** Whether demo accounts with the published password can sign in. */
export const hasDemo = async (db: Queryable): Promise<boolean> => {
  const [row] = await db.query<{ is_loaded: boolean }>(
    `select exists (select 1 from demo_records d join credentials c on c.user_id = d.record_id
     where d.area = 'users') as is_loaded`,
  )
  return row?.is_loaded ?? false
}

/**
 * Removes the demo records and their dependants. Records that others refer to remain and are reported; accounts that
 * remain cannot sign in any more.
 */
export const removeDemo = (db: Db): Promise<KeptRecord[]> => db.transaction((tx) => removeAll(tx), { longest: hour })

const removeAll = async (tx: Queryable): Promise<KeptRecord[]> => {
  const kept: KeptRecord[] = []
  // Suppliers are deleted after the people who decided about them.
  for (const column of ['proposed_by', 'answered_by'])
    await tx.query(
      `update supplier_standings set ${column} = null
         where ${column} in (select record_id from demo_records where area = 'users')`,
    )
  // What the portal drafted since, and nobody has shared.
  await tx.query(
    `insert into demo_records (area, record_id) select 'claims', c.id from claims c
     where c.shared_at is null and c.purchase_order_id in (select record_id from demo_records where area = 'purchase-orders')
       and not exists (select 1 from demo_records d where d.area = 'claims' and d.record_id = c.id)`,
  )
  for (const area of removalOrder) {
    // Who commented on a picture is referred to by its pins, which go with it.
    if (area === 'users') await deleteOrphans(tx, tables)
    const rows = await tx.query<{ record_id: number }>('select record_id from demo_records where area = $1', [area])
    // Children of a tree are younger than their parents.
    const ids = rows.map(({ record_id }) => record_id).sort((a, b) => b - a)
    const blocked = await removeRecords(tx, area, ids)
    for (const [id, by] of blocked) kept.push({ area, id, text: keptText(area, await titleOf(tx, area, id), by) })
    const gone = ids.filter((id) => !blocked.has(id))
    await tx.query('delete from history where document_area = $1 and document_id = any($2::bigint[])', [area, gone])
  }
  await tx.query(
    `update users set status = 'deactivated', updated_at = now(), version = version + 1
       where id in (select record_id from demo_records where area = 'users') and status <> 'deactivated'`,
  )
  await tx.query(`delete from credentials where user_id in (select record_id from demo_records where area = 'users')`)
  // Calendar entries of deleted orders.
  await tx.query(
    `delete from history h where document_area = 'tna-tasks'
         and not exists (select 1 from tna_tasks t where t.id = h.document_id)`,
  )
  await tx.query(
    `update settings set company_name = $1, score_watch_from = 50, score_approved_from = 75 where company_name = $2`,
    [unnamedCompany, demoCompany],
  )
  await tx.query(
    `update rrp_markets m set fx_rate = null from jsonb_each_text($1::jsonb) r
     where m.currency = r.key and m.fx_rate = r.value::numeric`,
    [JSON.stringify(marketRates)],
  )
  await clearLabelMarkets(tx)
  // The other marks remain: they tell the next start that this database is not new.
  await tx.query(`delete from demo_records where area = 'users'`)
  return kept
}

const tables = new Map(register.areas.map((area) => [area.name, tableOf(area)]))

const demoCompany = 'Alderwick & Fenmoor Retail'
/** A retailer that judges its suppliers mildly: late acknowledgements are many in its year. */
const demoBands = { score_watch_from: 35, score_approved_from: 55 }

/** In this order, referring records first. */
const removalOrder = [
  'payment-runs',
  'paying-accounts',
  'claims',
  'invoices',
  'shipping-documents',
  'containers',
  'bookings',
  'voyages',
  'vessels',
  'qa-activities',
  'sample-requests',
  'wip-reports',
  'po-line-rrps',
  'factory-allocations',
  'fibre-allocations',
  'care-allocations',
  'spec-allocations',
  'artwork-allocations',
  'accreditation-allocations',
  'purchase-orders',
  'requirement-profiles',
  'factory-accreditations',
  'auditing-firms',
  'factories',
  'care-instructions',
  'specifications',
  'poms',
  'artworks',
  'ratio-templates',
  'articles',
  'yarns',
  'fibres',
  'house-brands',
  'supplier-bank-accounts',
  'users',
  'suppliers',
  'product-categories',
  'locations',
  'seasons',
] as const

// ---- loading

/** Checked under a lock, because several processes may start at once. */
const isInUse = async (tx: Queryable): Promise<boolean> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('seeds'))`)
  const [row] = await tx.query<{ used: boolean }>(
    `select exists (select 1 from users) or exists (select 1 from suppliers) or exists (select 1 from demo_records) as used`,
  )
  return row?.used ?? false
}

/** Makes records in one write, marks them as demo data, and returns them with their ids. */
const create = async ({ kit, tx, ...work }: Work, area: string, records: readonly Input[]): Promise<Doc[]> => {
  const { resolve } = createResolver(tx, kit.register)
  const inputs = await Promise.all(records.map((record) => resolve(area, record)))
  const docs = await kit.repository(area).create({ kit, tx, ...work }, inputs)
  const ids = docs.map(({ id }) => Number(id))
  await tx.query('insert into demo_records (area, record_id) select $1, unnest($2::bigint[])', [area, ids])
  // Numbers that were given do not move the sequence on.
  await tx.query(
    `select setval(pg_get_serial_sequence('${tableOf(area)}', 'id'), (select max(id) from ${tableOf(area)}))`,
  )
  return docs
}

const nameCompany = async (work: Work) => {
  const [settings] = await work.tx.query<{ id: number; company_name: string }>('select id, company_name from settings')
  if (settings?.company_name === unnamedCompany)
    await work.kit.repository('settings').edit(work, settings.id, {
      company_name: demoCompany,
      company_address: '14 Canal Wharf\nLE1 7ZZ',
      company_city: 'Leicester',
      company_tax_id: 'GB123456789',
      ...demoBands,
      policy_changes: [{ kind: 'care', policy: 'block', effective_from: addDays(work.context.today, 45) }],
    })
}

/** Pictures of the first articles of some categories, one in each of their first two colours. */
const loadPictures = async ({ tx }: Work, files: Files, articles: readonly Doc[]) => {
  for (const [category, shape] of Object.entries(picturedAs)) {
    const pictured = articles.filter((_, index) => demoArticles[index]?.category === category).slice(0, 2)
    for (const article of pictured) {
      for (const { id, code } of (article.colourways as Doc[]).slice(0, 2)) {
        const pair = await drawnPair(files, `${article.article_no}-${code}.png`, (size) =>
          garmentPicture(shape, String(code), size),
        )
        await keepImage(files, tx, { article: Number(article.id), colour: Number(id) }, pair, system)
      }
      await coverFirst(tx, Number(article.id))
    }
  }
}

/** A logo for every brand that has a mark. */
const loadLogos = async ({ tx }: Work, files: Files, brands: readonly Doc[]) => {
  for (const { id, code } of brands) {
    const mark = markOf(String(code))
    if (mark) await keepLogo(files, tx, Number(id), await drawnPair(files, `${code}.png`, mark), system)
  }
}

/** Specifications version by version: a later one follows the record of the one before. */
const loadSpecifications = async (work: Work, day: string): Promise<Doc[]> => {
  const all: Doc[] = []
  let former: Doc[] = []
  for (let round = 0; round < versionRounds; round += 1) {
    former = await create(work, 'specifications', specVersions(round, day, former))
    all.push(...former)
  }
  return all
}

/** The sketch of each version that has one. */
const loadDrawings = async ({ tx }: Work, files: Files, specifications: readonly Doc[]) => {
  const [author] = await tx.query<{ id: number }>(`select id from users where email = 'office@demo.test'`)
  for (const { id, spec_id, version_no } of specifications) {
    const drawing = await specDrawing(String(spec_id), Number(version_no))
    if (!drawing) continue
    const upload = await files.receive(Readable.from([drawing.bytes]), drawing.name, { kinds: ['pdf'], max: 1_000_000 })
    const place = { area: 'specifications', record_id: Number(id), slot: 'attachment' }
    await files.keep(tx, upload, place, { id: author?.id ?? 0 }, { visibility: 'shared', kind: 'specification' })
  }
}

/** Samples of every state, for open lines of the suppliers with demo accounts. */
const loadSamples = async (work: Work, day: string): Promise<Doc[]> => {
  const { tx } = work
  const [office] = await tx.query<{ id: number }>(`select id from users where email = 'office@demo.test'`)
  const [location] = await tx.query<{ id: number }>('select id from locations order by id limit 1')
  const types = await tx.query<{ id: number; code: string; sizes_rule: SampleSizesRule }>(
    'select id, code, sizes_rule from sample_types',
  )
  const lines = await tx.query<SampledLine>(
    `select * from (
       select l.id, l.article_id, l.colourway_id, o.supplier_id, u.id as agent_id, a.base_size_id,
         (select coalesce(json_agg(json_build_object('id', z.id, 'label', z.label) order by z.sort_order, z.id), '[]')
          from sizes z where z.size_scale_id = a.size_scale_id) as sizes,
         row_number() over (partition by o.supplier_id order by l.ex_factory_date desc, l.id) as place
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
         join users u on u.supplier_id = o.supplier_id and u.email in ('agent@demo.test', 'agent2@demo.test')
       where o.status = 'confirmed' and l.line_status = 'open' and l.colourway_id is not null) as x
     where x.place <= $1 order by x.supplier_id, x.place`,
    [linesPerSupplier],
  )
  const common = {
    day,
    office: office?.id ?? 0,
    location: location?.id ?? 0,
    types: new Map(types.map(({ code, ...type }) => [code, type])),
  }
  const suppliers = [...new Set(lines.map(({ supplier_id }) => supplier_id))]
  const all: Doc[] = []
  for (const supplier of suppliers) {
    const own = lines.filter(({ supplier_id }) => supplier_id === supplier)
    const first = await create(work, 'sample-requests', firstSamples(own, common))
    all.push(...first, ...(await create(work, 'sample-requests', laterSamples(first, own, common))))
  }
  const waiting = await tx.query<SampledLine>(
    `select distinct on (o.supplier_id, l.article_id) l.id, l.article_id, l.colourway_id, o.supplier_id, a.base_size_id,
       (select min(u.id) from users u where u.supplier_id = o.supplier_id and u.type = 'Agent') as agent_id,
       (select coalesce(json_agg(json_build_object('id', z.id, 'label', z.label) order by z.sort_order, z.id), '[]')
        from sizes z where z.size_scale_id = a.size_scale_id) as sizes
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
     where o.status = 'confirmed' and l.line_status = 'open' and l.colourway_id is not null
       and coalesce(l.house_brand_id, o.house_brand_id) = (
         select house_brand_id from requirement_profiles where code = 'SAMPLES_AND_INSPECTION')
       and not exists (select 1 from sample_requests s where s.article_id = l.article_id and s.supplier_id = o.supplier_id)
     order by o.supplier_id, l.article_id, l.ex_factory_date desc, l.id limit 36`,
  )
  all.push(...(await create(work, 'sample-requests', sampleSets(waiting, common))))
  return all
}

/** Quality activities of every state, for open lines of the suppliers with demo accounts. */
const loadActivities = async (work: Work, day: string): Promise<Doc[]> => {
  const { tx } = work
  const [office] = await tx.query<{ id: number }>(`select id from users where email = 'office@demo.test'`)
  const codes = await tx.query<{ id: number; code: string; severity: DefectSeverity }>(
    'select id, code, default_severity as severity from defect_codes order by code',
  )
  const labels = await tx.query<{ id: number }>('select id from labels order by id')
  const lines = await tx.query<InspectedLine>(
    `select * from (
       select l.id, l.qty, l.factory_id, o.supplier_id,
         row_number() over (partition by o.supplier_id order by l.ex_factory_date, l.id) as place
       from po_lines l join purchase_orders o on o.id = l.purchase_order_id
         join users u on u.supplier_id = o.supplier_id and u.email in ('agent@demo.test', 'agent2@demo.test')
       where o.status = 'confirmed' and l.line_status = 'open' and l.colourway_id is not null) as x
     where x.place <= $1 order by x.supplier_id, x.place`,
    [linesOfActivities],
  )
  const checks = await tx.query<{ id: number; types: string[]; is_hard_fail: boolean }>(
    'select id, activity_types as types, is_hard_fail from checklist_items order by seq, id',
  )
  const common = { day, office: office?.id ?? 0, codes, labels: labels.map(({ id }) => id), checks }
  const all: Doc[] = []
  for (const supplier of new Set(lines.map(({ supplier_id }) => supplier_id))) {
    const own = lines.filter(({ supplier_id }) => supplier_id === supplier)
    const first = await create(work, 'qa-activities', firstActivities(own, common))
    all.push(...first, ...(await create(work, 'qa-activities', reinspections(first, own, common))))
  }
  return all
}

/** Ships, their voyages, and bookings of every state for what the orders say is booked and shipped. */
const loadBookings = async (work: Work, day: string): Promise<void> => {
  await create(work, 'vessels', demoVessels)
  await create(work, 'voyages', demoVoyages(day))
  const lines = await work.tx.query<DemoBookedLine>(demoBookedLines)
  await create(work, 'bookings', demoBookings(lines, day))
}

/** The containers of what is on its way are there with their bookings; those that were received follow, and all go on. */
const loadContainers = async (work: Work, day: string): Promise<void> => {
  const { tx } = work
  await tx.query(`insert into demo_records (area, record_id) select 'containers', id from containers`)
  const received = await tx.query<DemoReceivedBooking>(demoReceivedBookings)
  if (received.length > 0) await create(work, 'containers', receivedContainers(received, day))
  await moveContainers(work, day)
  await tx.query(`delete from history where document_area = 'containers'`)
}

/** A photo of each kind of defect that an inspection found, by its inspector. */
const loadDefectPhotos = async ({ tx }: Work, files: Files, activities: readonly Doc[]) => {
  const codes = await tx.query<{ id: number; code: string; category: string }>(
    'select id, code, category from defect_codes',
  )
  for (const { id, defects, inspector_id } of activities)
    for (const { defect_code_id } of defects as Doc[]) {
      const defect = codes.find((each) => each.id === defect_code_id)
      if (!defect) continue
      const bytes = await defectPhoto(defect.category)
      const name = `${defect.code} ${Number(id)}.jpg`
      const upload = await files.receive(Readable.from([bytes]), name, { kinds: ['jpeg'], max: 1_000_000 })
      const place = { area: 'qa-activities', record_id: Number(id), slot: 'attachment' }
      await files.keep(tx, upload, place, { id: Number(inspector_id) }, { visibility: 'shared', kind: 'photo' })
    }
}

/** What suppliers and the office measured: a little off here and there, and too much on samples that were rejected. */
const measureSamples = ({ tx }: Work) =>
  tx.query(
    `update sample_measures m
     set own_mm = case when r.status not in ('draft', 'requested', 'cancelled') then m.spec_mm + (m.id % 5 - 2) end,
       actual_mm = case when r.status = any($1::text[]) then greatest(0, m.spec_mm + case
         when r.status in ('rejected', 'resubmitted', 'on_hold', 'received') and m.id % 7 = 0
           then coalesce(m.tol_plus_mm, 5) + 4 else m.id % 5 - 2 end) end
     from sample_requests r where r.id = m.sample_request_id`,
    [arrivedStates],
  )

/** Three pieces of each size of what was inspected: within tolerance, but for one piece of each size of a lot that failed. */
const measurePieces = async ({ tx }: Work) => {
  await tx.query(
    `insert into qa_measures (qa_activity_id, seq, pom_id, size_id, spec_mm, tol_plus_mm, tol_minus_mm,
       piece_1_mm, piece_2_mm, piece_3_mm)
     select x.qa_activity_id, x.seq, x.pom_id, x.size_id, x.value_mm, x.tol_plus_mm, x.tol_minus_mm,
       case when x.result = 'failed' and x.first then x.value_mm + coalesce(x.tol_plus_mm, 0) + 4
         else x.value_mm + (x.seq % 3 - 1) * x.least_mm end,
       x.value_mm - (x.seq % 2) * x.least_mm,
       case when x.status <> 'in_progress' then x.value_mm + (x.seq % 2) * x.least_mm end
     from (
       select q.id as qa_activity_id, q.status, q.result, m.pom_id, v.size_id, v.value_mm, m.tol_plus_mm, m.tol_minus_mm,
         least(coalesce(m.tol_plus_mm, 0), coalesce(m.tol_minus_mm, 0), 2) as least_mm,
         row_number() over (partition by q.id order by z.sort_order, z.id, m.seq) as seq,
         row_number() over (partition by q.id, z.id order by m.seq) = 1 as first
       from qa_activities q
         join po_lines l on l.id = q.po_line_id
         join spec_measures m on m.specification_id = coalesce(${allocatedSpecification('l')}, (
           select max(s.id) from specifications s
           where s.article_id = q.article_id and s.spec_type = 'measurement' and s.status = 'active'))
         join spec_measure_values v on v.spec_measure_id = m.id
         join po_line_sizes a on a.po_line_id = q.po_line_id and a.size_id = v.size_id and a.qty > 0
         join sizes z on z.id = v.size_id
       where q.type = any($1::text[]) and q.status = any($2::text[])) as x`,
    [measuredTypes, ['in_progress', ...inspectedStates]],
  )
  await tx.query(
    `update qa_activities q set measured_qty = x.sizes * case q.status when 'in_progress' then 2 else 3 end,
       out_of_tolerance_qty = case q.result when 'failed' then x.sizes else 0 end, measure_unit = 'cm'
     from (select qa_activity_id, count(distinct size_id) as sizes from qa_measures group by qa_activity_id) x
     where x.qa_activity_id = q.id`,
  )
}

/** A photo of every sample that has arrived, by its supplier. */
const loadSamplePhotos = async ({ tx }: Work, files: Files, samples: readonly Doc[]) => {
  const drawn = ['top', 'dress', 'bottoms'] as const
  for (const [index, { id, request_no, supplier_id, status, dispatches }] of samples.entries()) {
    if (!(arrivedStates as readonly unknown[]).includes(status)) continue
    const bytes = garmentPicture(drawn[index % drawn.length] ?? 'top', 'GRM', 480)
    const upload = await files.receive(Readable.from([bytes]), `${request_no}.png`, { kinds: ['png'], max: 1_000_000 })
    const [parcel] = dispatches as Doc[]
    const place = { area: 'sample-requests', record_id: Number(id), slot: 'attachment' }
    const notes = { visibility: 'shared', kind: 'photo', supplier_id: Number(supplier_id) } as const
    await files.keep(tx, upload, place, { id: Number(parcel?.dispatched_by) }, notes)
  }
}

/** The files of answers that wait for the office, and of those that it has rejected. */
const loadEvidence = async ({ tx }: Work, files: Files) =>
  attachAll(tx, files, [...(await evidenceOf(tx)), ...(await accreditationPapers(tx))])

/** The papers of bookings, with their files. */
const loadShippingDocuments = async (work: Work, day: string, files: Files | undefined) => {
  const papers = await makeDocuments(work, day, files !== undefined)
  if (!files) return
  await attachAll(work.tx, files, papers)
  await dateDocumentFiles(work.tx)
}

const attachAll = async (tx: Queryable, files: Files, papers: readonly DemoEvidence[]) => {
  for (const evidence of papers) {
    const { area, record_id, supplier_id, agent_id, kind, name, lines } = evidence
    const bytes = lines.length > 0 ? await plainPdf(lines) : labelProof(360)
    const upload = await files.receive(Readable.from([bytes]), name, { kinds: ['png', 'pdf'], max: 1_000_000 })
    const notes = { visibility: 'shared', kind, supplier_id } as const
    await files.keep(tx, upload, { area, record_id, slot: 'attachment' }, { id: agent_id }, notes)
  }
}

/** Artwork in every state, each made and judged by people of the office. */
const loadArtworks = async (work: Work, day: string): Promise<Doc[]> => {
  const people = await artworkPeople(work)
  for (const [department, id] of Object.entries(people.reviewers))
    await work.tx.query('update users set review_departments = array[$2::text] where id = $1', [id, department])
  const first = await create(work, 'artworks', firstArtworks(day, people))
  return [...first, ...(await create(work, 'artworks', laterArtworks(first, day, people)))]
}

const pinComments = async (work: Work, files: ReadonlyMap<string, number>, day: string) => {
  const file = files.get('AW-00009')
  if (file) await pinDemo(work, file, await artworkPeople(work), day)
}

const artworkPeople = async ({ tx }: Work): Promise<ArtworkPeople> => {
  const people = await tx.query<Person>('select id, email, full_name, type from users')
  const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? 0
  return {
    author: idOf('office2@demo.test'),
    reviewers: { brand: idOf('office@demo.test'), quality: idOf('office3@demo.test'), buying: idOf('admin@demo.test') },
    releaser: idOf('admin2@demo.test'),
  }
}

/** A drawing as a picture with its small copy. */
const drawnPair = async (files: Files, name: string, draw: (size: number) => Buffer) => {
  const receive = (size: number) => files.receive(Readable.from([draw(size)]), name, { kinds: ['png'], max: 1_000_000 })
  return { picture: await receive(480), thumb: await receive(160) }
}

const accountRecord = ({ supplier_id, ...account }: (typeof demoAccounts)[number]) => ({
  ...account,
  full_name: fullName(account.first_name, account.last_name),
  supplier_id: supplier_id ?? null,
  is_super_user: 0,
  status: 'active',
})

/** Suppliers on watch or blocked with their history, and proposals that wait for the administrator. */
const judgeSuppliers = async (work: Work, day: string) => {
  const people = await work.tx.query<Person>('select id, email, full_name, type from users')
  const suppliers = await work.tx.query<{ id: number; code: string }>('select id, code from suppliers')
  for (const { code, steps } of demoStandings)
    for (const { by, days, move, inputs } of steps) {
      const supplier = suppliers.find((candidate) => candidate.code === code)
      const person = people.find(({ email }) => email === by)
      if (!supplier || !person) throw new Error(`no supplier ${code} or nobody ${by}`)
      const me: Principal = { ...system, id: person.id, role: person.type, name: person.full_name, email: by }
      const now = `${addDays(day, -days)}T09:20:00.000Z`
      const [{ version } = { version: 1 }] = await work.tx.query<{ version: number }>(
        'select version from suppliers where id = $1',
        [supplier.id],
      )
      const moment = { ...work, me, now, action: move, context: { ...work.context, me } }
      await work.kit.repository('suppliers').move(moment, supplier.id, move, { ...inputs, version })
    }
}

const giveHash = async (tx: Queryable, hash: string) => {
  const emails = demoAccounts.map(({ email }) => email)
  const users = await tx.query<{ id: number }>('select id from users where email = any($1::text[])', [emails])
  for (const { id } of users) await storeHash(tx, id, hash)
}

/** Factories of the lines; the lines are updated by one statement, instead of once per allocation. */
const loadAllocations = async (work: Work, day: string) => {
  const { tx } = work
  const lines = await tx.query<FabricLine>(
    `select l.id, a.fabric_desc, a.garment_type, l.line_title, l.purchase_order_id, o.supplier_id, o.status as order_status, l.line_status, l.qty,
       coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date,
       (select coalesce(json_agg(json_build_object('id', f.id, 'title', f.name_en, 'title_zh', f.name_zh, 'country', f.country) order by f.id), '[]')
        from factory_suppliers s join factories f on f.id = s.factory_id
        where s.supplier_id = o.supplier_id and f.status = 'approved') as factories,
       (select min(u.id) from users u where u.type = 'Agent' and u.supplier_id = o.supplier_id) as agent_id,
       o.buyer_id as office_id, l.production_status <> 'not_started' as is_begun,
       o.status in ('completed', 'closed') or l.line_status = 'short_closed' or l.actual_ex_factory_date is not null
         or l.packed_qty >= l.qty as is_made
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id
     where o.issued_at is not null and l.line_status <> 'cancelled'
       and (l.line_status <> 'short_closed' or l.shipped_qty > 0) order by l.id`,
  )
  const made = makeAllocations(lines, day)
  const fibreIds = new Map(
    (await tx.query<{ id: number; code: string }>('select id, code from fibres')).map(({ id, code }) => [code, id]),
  )
  const compositions = makeCompositions(lines, fibreIds, day)
  await tx.query(
    `with made as (
       select a.po_line_id, a.factory_id, a.status, a.qty,
         row_number() over (partition by a.po_line_id order by a.qty desc, a.at) as place
       from jsonb_to_recordset($1::jsonb) as a(po_line_id bigint, factory_id bigint, status text, qty integer, at integer)),
     standing as (
       select po_line_id, max(factory_id) filter (where place = 1 and status = 'approved') as factory_id,
         case max(status) when 'approved' then 'ok' when 'rejected' then 'rejected' else 'in_progress' end as readiness
       from made group by po_line_id)
     update po_lines l set factory_id = s.factory_id, factory_readiness = s.readiness,
       country_of_origin = coalesce(l.country_of_origin, f.country)
     from standing s left join factories f on f.id = s.factory_id where l.id = s.po_line_id`,
    [
      JSON.stringify(
        made.map(({ po_line_id, factory_id, status, qty }, at) => ({ po_line_id, factory_id, status, qty, at })),
      ),
    ],
  )
  const careInstructions = await tx.query<{
    id: number
    code: string
    version_no: number
    title_en: string
    title_zh: string
  }>(`select id, code, version_no, title_en, title_zh from care_instructions where status = 'active' order by code`)
  const superseded = await tx.query<{
    id: number
    code: string
    version_no: number
    title_en: string
    title_zh: string
  }>(`select id, code, version_no, title_en, title_zh from care_instructions where status = 'superseded' order by code`)
  const cares = makeCares(lines, { active: careInstructions, superseded }, day)
  await setReadiness(tx, 'fibre', compositions)
  await setReadiness(tx, 'care', cares)
  await setReadiness(tx, 'artwork', [])
  const approvedLines = (made: readonly { po_line_id: number; status: string }[]) =>
    new Set(made.filter(({ status }) => status === 'approved').map(({ po_line_id }) => po_line_id))
  const verified = { compositions: approvedLines(compositions), cares: approvedLines(cares) }
  const artworkAllocations = await artworkAllocationsOf(work, lines, verified, day)
  const specAllocations = await specificationsOf(work, lines, day)
  await setOverall(tx)
  await create(work, 'factory-allocations', made)
  await create(work, 'fibre-allocations', compositions)
  await create(work, 'care-allocations', cares)
  await create(work, 'spec-allocations', specAllocations)
  await create(work, 'artwork-allocations', artworkAllocations)
  await loadProfiles(work)
  await setOverall(tx)
  await settleTurns(tx, register.areas)
}

/** Requirement profiles, what open lines need by them, and how their factories stand with that; some of it waived. */
const loadProfiles = async (work: Work) => {
  const { tx } = work
  const [programs, [grade], [market], [brand]] = await Promise.all([
    tx.query<{ id: number; code: string }>('select id, code from standard_programs'),
    tx.query<{ id: number }>(
      `select g.id from standard_grades g join standard_programs p on p.id = g.standard_program_id
       where p.code = 'AMFORI_BSCI' and g.code = 'C'`,
    ),
    tx.query<{ id: number }>(`select id from label_markets where code = 'US'`),
    tx.query<{ id: number }>(`select id from house_brands where code = 'FMR'`),
  ])
  const byCode = new Map(programs.map(({ id, code }) => [code, id]))
  await create(
    work,
    'requirement-profiles',
    demoProfiles(byCode, grade?.id ?? null, market?.id ?? null, brand?.id ?? null),
  )
  const lines = await tx.query<{ id: number }>(
    `update po_lines l set requirements = l.requirements || '{accreditation}'::text[]
     from purchase_orders o where o.id = l.purchase_order_id and l.line_status = 'open'
       and o.status not in ('closed', 'completed', 'cancelled') returning l.id`,
  )
  const [admin] = await tx.query<{ id: number }>(`select min(id) as id from users where type = 'admin'`)
  await makeAccreditations(
    work,
    lines.map(({ id }) => id),
    (records) => {
      const open = records.filter(({ status }) => status === 'missing' || status === 'expires_before')
      for (const record of open.filter((_record, at) => at % 9 === 4))
        Object.assign(record, {
          status: 'waived',
          waived_until: addDays(String(record.ex_factory_date), 30),
          waiver_reason: 'The audit is booked; the report follows before the next season.',
          waived_by: admin?.id,
          waived_at: work.now,
        })
    },
  )
}

/** The lines of the profile's brand need samples and a final inspection: how far they are, without a history of its own. */
const needSamplesAndInspections = async (work: Work) => {
  const { tx } = work
  const lines = await tx.query<{ id: number }>(
    `update po_lines l set requirements = l.requirements || '{sample,inspection}'::text[]
     from purchase_orders o, requirement_profiles p
     where o.id = l.purchase_order_id and l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled')
       and p.code = 'SAMPLES_AND_INSPECTION' and coalesce(l.house_brand_id, o.house_brand_id) = p.house_brand_id
     returning l.id`,
  )
  const ids = lines.map(({ id }) => id)
  const settled = {
    sample: await readReadiness(work, sampleKind, ids, await readGatingTypes(work)),
    inspection: await readReadiness(work, inspectionKind, ids),
  }
  for (const [kind, standing] of Object.entries(settled)) await storeReadiness(tx, kind, standing)
  await setOverall(tx)
  await settleTurns(tx, register.areas)
}

/** The lines of the profile's brand need documents, but for some of which a person said otherwise; and what is there of them. */
const needDocuments = async (work: Work, files: Files | undefined) => {
  const { tx } = work
  const lines = await tx.query<DocumentedLine>(
    `select l.id, l.purchase_order_id, l.line_title, o.supplier_id, o.buyer_id, o.issued_at is not null as is_issued,
       (select coalesce(min(u.id), o.buyer_id) from users u where u.type = 'Agent' and u.supplier_id = o.supplier_id)
         as agent_id
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id, requirement_profiles p
     where l.line_status = 'open' and o.status not in ('closed', 'completed', 'cancelled') and p.code = 'DOCUMENTS'
       and coalesce(l.house_brand_id, o.house_brand_id) = p.house_brand_id order by l.id`,
  )
  const names = ['packing_instruction', 'test_report'].map((type) => requirementName('attachments', type))
  const needy = lines.filter((_line, at) => !isLeftOut(at))
  const write = (column: 'requirements' | 'removed_requirements', of: readonly DocumentedLine[]) =>
    tx.query(`update po_lines set ${column} = ${column} || $2::text[] where id = any($1::bigint[])`, [
      of.map(({ id }) => id),
      names,
    ])
  await write('requirements', needy)
  await write(
    'removed_requirements',
    lines.filter((_line, at) => isLeftOut(at)),
  )
  if (files) await attachAll(tx, files, lineDocuments(needy))
  const kind = attachmentKind(work.kit.register)
  await storeReadiness(
    tx,
    kind.plan.kind,
    await readReadiness(
      work,
      kind,
      needy.map(({ id }) => id),
    ),
  )
  await setOverall(tx)
  await settleTurns(tx, register.areas)
}

const storeReadiness = (tx: Queryable, kind: string, standing: readonly { id: number; readiness: string }[]) =>
  tx.query(
    `update po_lines l set ${readinessField({ kind })} = m.readiness
     from jsonb_to_recordset($1::jsonb) as m(id bigint, readiness text) where l.id = m.id`,
    [JSON.stringify(standing)],
  )

/** All kinds together, as the kinds stand. */
const setOverall = (tx: Queryable) =>
  tx.query(
    `update po_lines l set readiness = case
       when 'rejected' = any(kinds) then 'rejected' when 'missing' = any(kinds) then 'missing'
       when 'in_progress' = any(kinds) then 'in_progress' when 'waived' = any(kinds) then 'waived'
       when 'ok' = any(kinds) then 'ok' else 'not_required' end
     from (select id, array[${readinessKinds.map((kind) => readinessField({ kind })).join()}] as kinds from po_lines) k where k.id = l.id`,
  )

/** How far lines are with a kind, from the one allocation that each has of it; what is over needs none. */
const setReadiness = (
  tx: Queryable,
  kind: 'fibre' | 'care' | 'artwork',
  made: readonly { po_line_id: number; status: string }[],
) =>
  tx.query(
    `with made as (
       select po_line_id, case status when 'approved' then 'ok' when 'waived' then 'waived' when 'rejected' then 'rejected'
         when 'cancelled' then 'missing' else 'in_progress' end as readiness
       from jsonb_to_recordset($1::jsonb) as m(po_line_id bigint, status text))
     update po_lines l set ${kind}_readiness = case
       when l.line_status <> 'open' and coalesce(m.readiness, 'missing') not in ('ok', 'waived') then 'not_required'
       else coalesce(m.readiness, 'missing') end
     from po_lines p left join made m on m.po_line_id = p.id where p.id = l.id`,
    [JSON.stringify(made.map(({ po_line_id, status }) => ({ po_line_id, status })))],
  )

/** Creates the orders like an import, then adds their history: who created them when, and what happened since. */
const loadOrders = async (work: Work, orders: readonly DemoOrder[]) => {
  const { tx } = work
  const docs = await create(
    work,
    'purchase-orders',
    orders.map(({ record }) => record),
  )
  const people = await tx.query<Person>('select id, email, full_name, type from users')
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const pasts = orders.map(({ events, created_by }, index) => {
    const doc = docs[index] as Doc
    return {
      id: Number(doc.id),
      created_by: byEmail.get(created_by)?.id,
      created_at: events[0]?.at,
      updated_at: events.at(-1)?.at,
      updated_by: byEmail.get(events.at(-1)?.by ?? '')?.id ?? null,
      entries: events.map((event) => historyEntry(doc, event, byEmail.get(event.by ?? ''))),
    }
  })
  for (const field of ['season_id', 'house_brand_id', 'product_category_id'] as const) {
    const ids = orders.flatMap(({ bare }, index) => {
      const [line] = (docs[index]?.lines ?? []) as Doc[]
      return bare === field && line ? [line.id] : []
    })
    const warning = { season_id: 'season', house_brand_id: 'brand', product_category_id: 'category' }[field]
    await tx.query(`update po_lines set ${field} = null, ${warning}_warning = 'missing' where id = any($1::bigint[])`, [
      ids,
    ])
  }
  await tx.query(
    `with past as (
       select * from jsonb_to_recordset($1::jsonb)
         as p(id bigint, created_by bigint, created_at timestamptz, updated_at timestamptz, updated_by bigint)),
     orders as (
       update purchase_orders t set created_at = p.created_at, created_by = p.created_by,
         updated_at = p.updated_at, updated_by = p.updated_by
       from past p where t.id = p.id),
     lines as (
       update po_lines t set created_at = p.created_at, created_by = p.created_by,
         updated_at = p.updated_at, updated_by = p.updated_by
       from past p where t.purchase_order_id = p.id)
     update po_line_sizes t set created_at = p.created_at, created_by = p.created_by,
       updated_at = p.created_at, updated_by = p.created_by
     from past p join po_lines l on l.purchase_order_id = p.id where t.po_line_id = l.id`,
    [JSON.stringify(pasts.map(({ entries, ...past }) => past))],
  )
  await tx.query(`delete from history where document_area = 'purchase-orders' and document_id = any($1::bigint[])`, [
    pasts.map(({ id }) => id),
  ])
  await tx.query(
    `insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action,
       from_status, to_status, comment, changes)
     select h.at, h.actor_id, h.actor_name, h.actor_role, h.area, h.record_id, 'purchase-orders', h.id, h.action,
       h.from_status, h.to_status, h.comment, h.changes
     from jsonb_to_recordset($1::jsonb) as h(at timestamptz, actor_id bigint, actor_name text, actor_role text, id bigint,
       area text, record_id bigint, action text, from_status text, to_status text, comment text, changes jsonb)
     order by h.at`,
    [JSON.stringify(pasts.flatMap(({ entries }) => entries))],
  )
  await loadChanges(tx, orders, docs, byEmail)
}

/** Production reports of the lines by the suppliers' agents, and the totals that follow. */
const loadReports = async ({ tx }: Work, day: string) => {
  const lines = await tx.query<MadeLine>(
    `select l.id, l.qty, l.packed_qty, coalesce(l.forecast_ex_factory_date, l.ex_factory_date)::text as ready,
       l.actual_ex_factory_date::text as left_on, l.wip_qty as left_qty
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.actual_ex_factory_date is not null
       or (o.status = 'confirmed' and l.line_status = 'open' and l.shipped_qty = 0) order by l.id`,
  )
  await tx.query(
    `with told as (
       select * from jsonb_to_recordset($1::jsonb) as r(po_line_id bigint, stage text, report_date date,
         cumulative_qty integer, correction_reason text, remark text)),
     made as (
       insert into wip_reports (po_line_id, supplier_id, report_title, stage, report_date, cumulative_qty, daily_qty,
         correction_reason, remark, reporter_id, created_at, created_by, updated_at, updated_by)
       select r.po_line_id, o.supplier_id, l.line_title || ' · ' || r.report_date, r.stage, r.report_date, r.cumulative_qty,
         r.cumulative_qty - lag(r.cumulative_qty, 1, 0) over (partition by r.po_line_id, r.stage order by r.report_date),
         r.correction_reason, r.remark, u.id, r.report_date + time '10:00', u.id, r.report_date + time '10:00', u.id
       from told r join po_lines l on l.id = r.po_line_id join purchase_orders o on o.id = l.purchase_order_id
         left join lateral (select id from users where supplier_id = o.supplier_id order by type desc, id limit 1) u on true
       order by r.report_date, r.po_line_id returning id),
     noted as (
       insert into demo_records (area, record_id) select 'wip-reports', id from made)
     insert into wip_progress (po_line_id, stage, qty, reported_on)
     select distinct on (po_line_id, stage) po_line_id, stage, cumulative_qty, report_date
     from told order by po_line_id, stage, report_date desc`,
    [JSON.stringify(demoReports(day, lines))],
  )
  await tx.query(
    `update po_lines l set wip_stage = p.stage, wip_qty = p.qty, wip_reported_on = p.reported_on,
       production_status = case when greatest(l.packed_qty, case p.stage when 'ex_factory' then p.qty end) >= l.qty then 'finished'
         when p.stage <> 'material_in_house' then 'in_production' else 'not_started' end
     from (select distinct on (po_line_id) po_line_id, stage, qty, max(reported_on) over (partition by po_line_id) as reported_on
       from wip_progress order by po_line_id, array_position($1::text[], stage) desc) p
     where p.po_line_id = l.id`,
    [[...wipStages]],
  )
  await tx.query(
    `update purchase_orders o set production_status = 'in_production'
     where production_status = 'not_started' and exists (select 1 from po_lines l
       where l.purchase_order_id = o.id and l.production_status <> 'not_started' and l.line_status <> 'cancelled')`,
  )
}

/** Change requests of suppliers, next to the orders that they concern. */
const loadChanges = async (tx: Queryable, orders: readonly DemoOrder[], docs: readonly Doc[], people: People) => {
  const wishes = orders.flatMap(({ events }, index) =>
    events.flatMap(({ at, by, change, comment }) =>
      change ? [{ ...change, at, comment, order: docs[index]?.id, by: people.get(by ?? '')?.id }] : [],
    ),
  )
  await tx.query(
    `with wish as (
       select * from jsonb_to_recordset($1::jsonb)
         as w("order" bigint, at timestamptz, by bigint, days int, reason_code text, comment text)),
     waiting as (
       update purchase_orders o set change_awaits = 'buyer' from wish w where o.id = w."order"),
     change as (
       insert into po_changes (purchase_order_id, change_title, seq, initiated_by, outcome, reason_code, comment,
         proposed_by, proposed_at, sent_at, created_at, created_by, updated_at, updated_by)
       select o.id, o.po_no || ' / 1', 1, 'supplier', 'proposed', w.reason_code, w.comment, w.by, w.at, w.at, w.at, w.by, w.at, w.by
       from wish w join purchase_orders o on o.id = w."order" returning id, purchase_order_id)
     insert into po_change_items (po_change_id, po_line_id, field, old_value, new_value)
     select c.id, l.id, 'ex_factory_date', l.ex_factory_date::text, (l.ex_factory_date + w.days)::text
     from change c join wish w on w."order" = c.purchase_order_id join po_lines l on l.purchase_order_id = c.purchase_order_id
     where l.line_status = 'open'`,
    [JSON.stringify(wishes)],
  )
}

/** Delivery statuses from the facts of each line, and statuses set by hand beyond them. */
const sayDeliveries = async (work: Work, day: string) => {
  const { tx } = work
  // Resets the lines first, so that the facts alone decide.
  await tx.query(`update po_lines set delivery_status_id = null where delivery_status_id is not null`)
  await settleAllDeliveries(work)
  const setStatus = (code: string, condition: string) =>
    tx.query(
      `update po_lines l set delivery_status_id = s.id, delivery_stage = s.stage,
         goods_state = case when $1::text = 'cargo_received' then 'left' when $1::text = 'inspection_passed' then 'packed' else goods_state end
       from delivery_statuses s, delivery_statuses present
       where s.code = $1::text and $2::date is not null and present.id = l.delivery_status_id and l.line_status = 'open' and ${condition}`,
      [code, day],
    )
  await setStatus(
    'materials',
    `present.code = 'confirmed' and l.wip_stage is null and l.ex_factory_date < $2::date + 75 and l.id % 3 = 0`,
  )
  await setStatus('inspection_passed', `present.code = 'packed' and l.id % 2 = 0`)
  await setStatus('cargo_received', `present.code = 'ex_factory' and l.id % 2 = 0`)
  await setStatus(
    'arrived',
    `present.code = 'on_board' and l.goods_state = 'left' and coalesce(l.eta, $2::date) < $2::date - 2`,
  )
  await settleAllDeliveries(work)
}

/** Exceptions (a line that needs no price, a supplier without a factory, most samples of the year) are completed by people. */
const filledIn = `case
  when filled_by in ('prices_released', 'tickets_confirmed') and not exists (
    select 1 from po_line_rrps r where r.po_line_id = t.po_line_id and r.status <> 'not_required') then 'manual'
  when filled_by in ('composition_and_care', 'specifications_acknowledged') and exists (
    select 1 from po_lines l where l.id = t.po_line_id and l.line_status <> 'open') then 'manual'
  when filled_by = 'artwork_approved' and exists (
    select 1 from po_lines l join purchase_orders o on o.id = l.purchase_order_id
    where l.id = t.po_line_id and (l.artwork_readiness = 'missing' or l.line_status <> 'open'
      or o.status in ('closed', 'completed', 'cancelled'))) then 'manual'
  when filled_by ~ '^(lab_dip|fit|size_set|pps|top|inline|dupro|lab_test|final)_' then 'manual'
  when filled_by = 'factory_allocated' and not exists (
    select 1 from factory_suppliers s where s.supplier_id = t.supplier_id) then 'manual'
  else filled_by end`

/** Fills milestones from events, and lets people complete what else was due until yesterday. */
const doMilestones = async (work: Work, day: string) => {
  const { tx } = work
  const out = await tx.query<{ id: number }>('select distinct purchase_order_id as id from tna_tasks order by 1')
  await settlePlans(work, { orders: out.map(({ id }) => id) })
  await tx.query(`delete from history where document_area = 'tna-tasks'`)
  const rows = await tx.query<{ tasks: DemoMilestone[] }>(
    `select json_agg(json_build_object('id', id, 'code', code, 'seq', seq, 'status', status, 'owner', owner,
       'revised_date', revised_date, 'filled_by', ${filledIn}, 'after_code', after_code, 'and_after_code', and_after_code) order by seq) as tasks
     from tna_tasks t group by po_line_id order by po_line_id`,
  )
  const outcomes = rows.flatMap(({ tasks }, index) => milestonesDone(tasks, day, index))
  await tx.query(
    `update tna_tasks t set status = x.status, actual_date = x.actual_date, expected_date = x.expected_date,
       reason = x.reason, late_days = x.late_days, version = t.version + 1,
       set_by = case when x.status = 'done' then 'person' end,
       done_by = case when x.status = 'done' and t.owner = 'office' then o.buyer_id
         when x.status = 'done' then o.agent_contact_id end,
       updated_at = coalesce(x.actual_date, $2::date - 1) + time '09:30'
     from jsonb_to_recordset($1::jsonb) as x(id bigint, status text, actual_date date, expected_date date, reason text,
       late_days int), purchase_orders o
     where t.id = x.id and o.id = t.purchase_order_id`,
    [JSON.stringify(outcomes), day],
  )
}

type People = ReadonlyMap<string, Person>

interface Person {
  id: number
  email: string
  full_name: string
  type: Principal['role']
}

const historyEntry = (doc: Doc, event: DemoOrder['events'][number], person: Person | undefined) => ({
  id: doc.id,
  ...(event.line === undefined
    ? { area: 'purchase-orders', record_id: doc.id }
    : { area: 'po-lines', record_id: (doc.lines as Doc[])[event.line]?.id }),
  at: event.at,
  actor_id: person?.id ?? null,
  actor_name: person?.full_name ?? system.name,
  actor_role: person?.type ?? system.role,
  action: event.action,
  from_status: event.from_status,
  to_status: event.to_status,
  comment: event.comment ?? null,
  changes: [
    ...(event.action === 'create' ? firstValues(doc) : []),
    ...(event.forecasts ?? []).map(({ line, old, new: forecast }) => {
      const { id, line_title } = (doc.lines as Doc[])[line] ?? {}
      return { area: 'po-lines', id, label: line_title, field: 'forecast_ex_factory_date', old, new: forecast }
    }),
  ],
})

/** Values that the buyer entered first; the others follow later. */
const firstValues = (doc: Doc) => [
  ...headerFields.flatMap((field) => (doc[field] === null ? [] : [{ field, old: null, new: doc[field] }])),
  ...(doc.lines as Doc[]).flatMap((line) =>
    lineFields.map((field) => ({
      area: 'po-lines',
      id: line.id,
      label: line.line_title,
      field,
      old: null,
      new: line[field],
    })),
  ),
]
const headerFields = [
  'po_no',
  'order_type',
  'supplier_id',
  'buyer_id',
  'season_id',
  'ship_to_country',
  'order_date',
  'ex_factory_date',
  'incoterm',
  'incoterm_place',
  'transport_mode',
  'ship_to_location_id',
  'currency',
  'payment_term_id',
]
const lineFields = ['article_id', 'colourway_id', 'qty', 'unit_price', 'ex_factory_date']

// ---- removing

/** Deletes the records of an area; what others refer to stays, with the table that refers to it. */
const removeRecords = async (tx: Queryable, area: string, ids: readonly number[]): Promise<Map<number, string>> => {
  const blocked = new Map<number, string>()
  if ((await tryDelete(tx, area, ids)) === null) return blocked
  for (const id of ids) {
    const by = await tryDelete(tx, area, [id])
    if (by !== null) blocked.set(id, by)
  }
  return blocked
}

/** Null when done, else the table whose records refer to one of them. */
const tryDelete = async (tx: Queryable, area: string, ids: readonly number[]): Promise<string | null> => {
  await tx.query('savepoint removal')
  try {
    await tx.query(`delete from ${tableOf(area)} where id = any($1::bigint[])`, [ids])
    await tx.query('release savepoint removal')
    return null
  } catch (error) {
    const { code, table } = error as DbError
    if (code !== '23503') throw error
    await tx.query('rollback to savepoint removal')
    return table ?? ''
  }
}

const titleOf = async (tx: Queryable, area: string, id: number): Promise<string> => {
  const [row] = await tx.query<{ title: string }>(
    `select ${register.get(area).title} as title from ${tableOf(area)} where id = $1`,
    [id],
  )
  return row?.title ?? String(id)
}

const keptText = (area: string, title: string, table: string): Text => {
  const other = register.areas.find((candidate) => tableOf(candidate) === table)
  return textOf('demo.kept', {
    area: textOf(`areas.${area}.name_one`),
    title,
    by: other ? textOf(`areas.${other.name}.name`) : textOf('messages.other_records'),
  })
}
