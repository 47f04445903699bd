import { Readable } from 'node:stream'
import type { Files } from '#server/files/store.ts'
import type { Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'
import { isLineOpen } from '#shared/trade/allocation.ts'
import { type ArtworkType, requiredArtworkTypes } from '#shared/trade/artworks.ts'
import { overallReadiness, type Readiness } from '#shared/trade/readiness.ts'
import { artworkPhoto } from './artwork-photo'
import type { FabricLine } from './compositions'
import { createRandom } from './random'

/** A version of an artwork that demo lines use. */
interface DemoArtwork {
  id: number
  artwork_code: string
  artwork_type: ArtworkType
  house_brand_id: number | null
  title_en: string
  title_zh: string
  predecessor_id: number | null
}

/** The ids of the lines whose composition is approved, and of those whose care is; a care label prints both. */
interface Verified {
  compositions: ReadonlySet<number>
  cares: ReadonlySet<number>
}

/**
 * Allocates artwork of each required type to the open lines of the demo orders, with proofs that were submitted, rejected
 * and approved in rounds. Some lines have a version that has been superseded since, and some have none.
 */
export const artworkAllocationsOf = async (
  { tx }: Work,
  lines: readonly FabricLine[],
  verified: Verified,
  day: string,
) => {
  const versions = await tx.query<DemoArtwork & { status: string }>(
    `select id, artwork_code, artwork_type, house_brand_id, title_en, title_zh, predecessor_id, status from artworks
     where status in ('released', 'superseded') order by artwork_code, version_no`,
  )
  const brands = await tx.query<{ id: number; brand: number | null }>(
    `select l.id, coalesce(l.house_brand_id, o.house_brand_id, a.house_brand_id) as brand from po_lines l
     join purchase_orders o on o.id = l.purchase_order_id join articles a on a.id = l.article_id`,
  )
  const brandOf = new Map(brands.map(({ id, brand }) => [id, brand]))
  const open = lines.filter(({ line_status, order_status }) => isLineOpen({ line_status, order_status }))
  const made = makeArtworkAllocations(open, { versions, brandOf, verified }, day)
  const byLine = new Map<number, DemoAllocation[]>()
  for (const allocation of made)
    byLine.set(allocation.po_line_id, [...(byLine.get(allocation.po_line_id) ?? []), allocation])
  const readiness = open.map(({ id }) => ({ id, readiness: readinessOf(byLine.get(id) ?? []) }))
  await tx.query(
    `update po_lines l set artwork_readiness = m.readiness
     from jsonb_to_recordset($1::jsonb) as m(id bigint, readiness text) where l.id = m.id`,
    [JSON.stringify(readiness)],
  )
  return made
}

type DemoAllocation = ReturnType<typeof allocationOf>

const readinessOf = (made: readonly DemoAllocation[]): Readiness => {
  const states = made.map(({ status }): Readiness => {
    if (status === 'approved') return 'ok'
    return status === 'waived' || status === 'rejected' ? status : 'in_progress'
  })
  const isWhole = requiredArtworkTypes.every((type) => made.some(({ artwork_type }) => artwork_type === type))
  return overallReadiness(isWhole ? states : [...states, 'missing'])
}

const makeArtworkAllocations = (
  lines: readonly FabricLine[],
  {
    versions,
    brandOf,
    verified,
  }: {
    versions: readonly (DemoArtwork & { status: string })[]
    brandOf: ReadonlyMap<number, number | null>
    verified: Verified
  },
  day: string,
) => {
  const random = createRandom(8_311)
  const released = versions.filter(({ status }) => status === 'released')
  const fits = (line: FabricLine, type: ArtworkType) => {
    const ofType = released.filter(({ artwork_type }) => artwork_type === type)
    const brand = brandOf.get(line.id)
    return (
      ofType.find(({ house_brand_id }) => house_brand_id === brand) ??
      ofType.find(({ house_brand_id }) => !house_brand_id)
    )
  }
  return lines.flatMap((line) => {
    const ofLine = random.next()
    if (ofLine < 0.15) return []
    const isSoon = line.ex_factory_date !== null && line.ex_factory_date < addDays(day, 40)
    // All artwork is approved on most lines that leave soon.
    const isWhole = (isSoon || ofLine > 0.65) && random.chance(0.6)
    return requiredArtworkTypes.flatMap((type) => {
      const chance = random.next()
      const artwork = fits(line, type)
      if (!artwork || (chance < 0.05 && !isWhole)) return []
      const steps = isSoon || ofLine > 0.65 ? soon : later
      const step = (isWhole ? undefined : steps[Math.floor(chance * steps.length)]) ?? 'approved'
      const isPrintable = type !== 'care_label' || (verified.compositions.has(line.id) && verified.cares.has(line.id))
      const status = !isPrintable && proved.has(step) ? 'acknowledged' : step
      const earlier = versions.find(({ id }) => id === artwork.predecessor_id)
      if (status !== 'outdated') return allocationOf(line, artwork, status, day)
      return allocationOf(line, earlier ?? artwork, earlier ? status : 'approved', day)
    })
  })
}

const soon = ['approved', 'approved', 'approved', 'approved', 'approved', 'submitted', 'rejected', 'outdated', 'waived']
const later = [
  'allocated',
  'allocated',
  'acknowledged',
  'acknowledged',
  'submitted',
  'approved',
  'rejected',
  'outdated',
]
const proved: ReadonlySet<string> = new Set(['submitted', 'approved', 'rejected', 'outdated'])

const faults = [
  ['The green is darker than the standard; match PANTONE 7722 C.', 'Corrected, printed on the bulk board.'],
  ['The hole is off centre, and the barcode stands too close to the edge.', 'Die moved by 2 mm.'],
  ['The fold cuts through the last line of text.', 'Label is 4 mm longer now.'],
] as const

const allocationOf = (line: FabricLine, artwork: DemoArtwork, status: string, day: string) => {
  const end = line.ex_factory_date
  const requested = end && addDays(end, -68) < day ? addDays(end, -68) : addDays(day, -12)
  const at = (days: number, time: string) =>
    `${addDays(requested, days) < day ? addDays(requested, days) : day}T${time}:00.000Z`
  const isProved = proved.has(status)
  // Every third allocation takes two rounds; a rejected one has lost its first round and waits for the second.
  const rounds = isProved && (status === 'rejected' || (line.id + artwork.id) % 3 === 0) ? 2 : 1
  const [fault, correction] = faults[(line.id + artwork.id) % faults.length] ?? faults[0]
  const proofs = isProved
    ? Array.from({ length: status === 'rejected' ? 1 : rounds }, (_, index) => {
        const isLast = index + 1 === (status === 'rejected' ? 1 : rounds)
        const verdict = !isLast || status === 'rejected' ? 'rejected' : status === 'submitted' ? 'waiting' : 'approved'
        return {
          proof_title: `${line.line_title} · ${artwork.title_en} · R${index + 1}`,
          round: index + 1,
          artwork_id: artwork.id,
          status: verdict,
          submitted_by: line.agent_id,
          submitted_at: at(6 + index * 5, '03:40'),
          comment: index === 0 ? 'Strike-off on the bulk material.' : correction,
          ...(verdict === 'waiting'
            ? {}
            : {
                decided_by: line.office_id,
                decided_at: at(8 + index * 5, '13:20'),
                decision_comment: verdict === 'rejected' ? fault : null,
              }),
        }
      })
    : []
  const last = proofs.at(-1)
  return {
    allocation_title: `${line.line_title} · ${artwork.title_en}`.slice(0, 255),
    allocation_title_zh: `${line.line_title} · ${artwork.title_zh}`.slice(0, 255),
    po_line_id: line.id,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    artwork_id: artwork.id,
    artwork_type: artwork.artwork_type,
    status,
    round: last?.round ?? 1,
    due_date: addDays(requested, 14),
    requested_by: line.office_id,
    requested_at: at(0, '09:40'),
    proofs,
    ...(last || status === 'acknowledged'
      ? { responded_by: line.agent_id, responded_at: last?.submitted_at ?? at(2, '02:15') }
      : {}),
    ...(last && 'decided_at' in last
      ? { verified_by: line.office_id, verified_at: last.decided_at, decision_comment: last.decision_comment }
      : {}),
    ...(status === 'waived' ? { waiver_reason: 'Left over from the earlier delivery, in the same version.' } : {}),
  }
}

/** Attaches photos to the proofs that the office reviews next and to those that it has rejected, these with pinned comments. */
export const attachArtworkProofs = async ({ tx }: Work, files: Files) => {
  const rounds = await tx.query<ProofRow>(
    `select p.id, p.round, p.status, a.artwork_type, a.supplier_id, p.submitted_by, p.submitted_at, p.decided_by, p.decided_at
     from artwork_proofs p join artwork_allocations a on a.id = p.artwork_allocation_id
     where a.status in ('submitted', 'rejected') or (a.status = 'approved' and a.round = 2 and a.id % 4 = 0)
     order by p.id`,
  )
  for (const { id, round, status, artwork_type, supplier_id, submitted_by, ...times } of rounds) {
    const bytes = await artworkPhoto(artwork_type, status === 'rejected')
    const name = `${artwork_type.replaceAll('_', '-')}-proof-${id}-r${round}.jpg`
    const upload = await files.receive(Readable.from([bytes]), name, { kinds: ['jpeg'], max: 2_000_000 })
    const notes = { visibility: 'shared', kind: 'proof', supplier_id } as const
    await files.keep(
      tx,
      upload,
      { area: 'artwork-proofs', record_id: id, slot: 'attachment' },
      { id: submitted_by },
      notes,
    )
    if (status !== 'rejected') continue
    for (const [index, [x, y, body]] of pinned.entries())
      await tx.query(
        `with pin as (
           insert into file_pins (file_id, seq, page, x, y, visibility, created_by, created_at)
           select id, $1::int, 1, $2::numeric, $3::numeric, 'shared', $4::bigint, $5::timestamptz
           from files where area = 'artwork-proofs' and record_id = $6 and slot = 'attachment' returning id)
         insert into file_pin_comments (pin_id, body, created_by, created_at)
         select id, $7, $4::bigint, $5::timestamptz from pin`,
        [index + 1, x, y, times.decided_by, times.decided_at, id, body],
      )
  }
}

interface ProofRow {
  id: number
  round: number
  status: string
  artwork_type: ArtworkType
  supplier_id: number
  submitted_by: number
  submitted_at: string
  decided_by: number | null
  decided_at: string | null
}

const pinned = [
  [0.5, 0.27, 'Colour is too dark here.'],
  [0.56, 0.72, 'Too close to the edge: 3 mm at least.'],
] as const
