import { Readable } from 'node:stream'
import type { Files } from '#server/files/store.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { loadEncoder } from '#server/paper/barcode.ts'
import { addDays } from '#shared/base/dates.ts'
import { type ArtworkType, departmentsOf } from '#shared/trade/artworks.ts'
import { artworkDrawings } from './artwork-drawings'

/** A demo artwork with its state; `next` is its second version. */
interface DemoArtwork {
  code: string
  type: ArtworkType
  name_en: string
  name_zh: string
  brand: 'ALW' | 'FMR' | null
  ink: string
  languages: readonly string[]
  mm: readonly [width: string, height: string, depth?: string]
  colours: string
  material: string
  printer: string
  gtin_rule: string
  instructions: string
  status: Status
  next?: { status: Status; change_note: string }
  /** The days since it was created. */
  age: number
  /** The comment of a department that rejected it, in the current round if changes are requested, else in the one before. */
  refused?: { department: string; comment: string }
  notes?: string
}
type Status = 'draft' | 'in_review' | 'changes_requested' | 'approved' | 'released' | 'retired'

const alderwick = { brand: 'ALW', ink: '#23473a' } as const
const fenmoor = { brand: 'FMR', ink: '#1f2f4d' } as const
const house = { brand: null, ink: '#1b1b1b' } as const

/** The retailer's artworks, of every type and in every state. */
export const demoArtworks: readonly DemoArtwork[] = [
  {
    ...alderwick,
    ...{ code: 'AW-00001', type: 'hangtag', name_en: 'Hangtag, folded board', name_zh: '吊牌，折叠卡纸' },
    languages: ['en', 'fr', 'zh'],
    mm: ['45.0', '90.0'],
    colours: 'PANTONE 7736 C\nPANTONE Black C',
    material: '600 g/m² uncoated board, FSC Mix',
    printer: 'Checkpoint, Dongguan',
    gtin_rule: 'ean13_sku',
    instructions: 'Hole 4 mm, centred 6 mm below the upper edge. Cotton string 180 mm through the care label loop.',
    status: 'released',
    next: {
      status: 'released',
      change_note: 'New claim and line below the logo, FSC mark and recycling note on the back.',
    },
    age: 160,
  },
  {
    ...alderwick,
    ...{ code: 'AW-00002', type: 'care_label', name_en: 'Care label, two pages', name_zh: '洗唛，两页' },
    languages: ['en', 'fr', 'de', 'zh'],
    mm: ['29.0', '82.0'],
    colours: 'Black on white',
    material: 'Recycled polyester satin, single-sided',
    printer: 'Avery Dennison, Suzhou',
    gtin_rule: 'none',
    instructions: 'Fibre content, care and origin of each line come from the portal. Left side seam, 80 mm above hem.',
    status: 'released',
    age: 140,
  },
  {
    ...alderwick,
    ...{ code: 'AW-00003', type: 'main_label', name_en: 'Woven main label', name_zh: '织唛主标' },
    languages: ['en'],
    mm: ['56.0', '20.0'],
    colours: 'PANTONE 7736 C\nPANTONE 9224 C ground',
    material: 'Damask, 50 denier, end fold',
    printer: 'Avery Dennison, Suzhou',
    gtin_rule: 'none',
    instructions: 'Centre back neck, sewn at both ends with matching thread.',
    status: 'released',
    age: 200,
  },
  {
    ...fenmoor,
    ...{ code: 'AW-00004', type: 'main_label', name_en: 'Printed main label', name_zh: '印唛主标' },
    languages: ['en'],
    mm: ['56.0', '20.0'],
    colours: 'PANTONE 533 C',
    material: 'Cotton tape, screen printed',
    printer: 'Nexgen Trims, Ningbo',
    gtin_rule: 'none',
    instructions: 'Centre back neck.',
    status: 'released',
    age: 180,
  },
  {
    ...house,
    ...{ code: 'AW-00005', type: 'size_label', name_en: 'Size tab XS to XXL', name_zh: '尺码唛 XS 至 XXL' },
    languages: ['en'],
    mm: ['14.0', '20.0'],
    colours: 'White on black',
    material: 'Taffeta, centre fold',
    printer: 'Avery Dennison, Suzhou',
    gtin_rule: 'none',
    instructions: 'Below the main label. One size a garment: check against the size grid of the order.',
    status: 'released',
    age: 210,
  },
  {
    ...alderwick,
    ...{ code: 'AW-00006', type: 'price_ticket', name_en: 'Price ticket GBP', name_zh: '英镑价格牌' },
    languages: ['en'],
    mm: ['40.0', '60.0'],
    colours: 'Black',
    material: '300 g/m² board, perforated price stub',
    printer: 'Checkpoint, Dongguan',
    gtin_rule: 'ean13_sku',
    instructions: 'Price and EAN of each size from the ticket file. Bars 36 mm wide: do not scale below 80%.',
    status: 'in_review',
    age: 6,
  },
  {
    ...house,
    ...{ code: 'AW-00007', type: 'polybag', name_en: 'Polybag 350 × 450', name_zh: '胶袋 350 × 450' },
    languages: ['en', 'fr', 'de', 'es', 'it', 'zh'],
    mm: ['338.0', '438.0'],
    colours: 'Black',
    material: 'LDPE 40 µm, 30% recycled, self-adhesive flap',
    printer: 'Hua Sheng Packaging, Shenzhen',
    gtin_rule: 'none',
    instructions: 'Warning at least 14 pt for bags over 635 mm of length and width together. Two ventilation holes.',
    status: 'released',
    next: {
      status: 'draft',
      change_note: 'Larger warning in capitals, and that the bag is not a toy, for the United States.',
    },
    age: 150,
  },
  {
    ...house,
    ...{ code: 'AW-00008', type: 'carton_mark', name_en: 'Carton marks, long sides', name_zh: '外箱正唛' },
    languages: ['en'],
    mm: ['580.0', '380.0', '300.0'],
    colours: 'Black',
    material: 'Flexographic print on kraft carton',
    printer: 'Carton maker of the factory',
    gtin_rule: 'itf14_carton',
    instructions: 'On two opposite long sides. Order, article, size and weights are filled in from the order line.',
    status: 'released',
    age: 230,
  },
  {
    ...fenmoor,
    ...{ code: 'AW-00009', type: 'print', name_en: 'Chest print, coast', name_zh: '胸前印花，海岸' },
    languages: ['en'],
    mm: ['120.0', '125.0'],
    colours: 'PANTONE 19-4024 TCX\nPANTONE 16-1432 TCX',
    material: 'Water-based discharge print, soft hand',
    printer: 'Printed by the garment factory',
    gtin_rule: 'none',
    instructions: 'Upper edge 75 mm below the neck seam, centred. Same screen for all sizes.',
    status: 'changes_requested',
    age: 9,
    refused: { department: 'brand', comment: 'The logo sits too close to the waves, and the second blue is not ours.' },
  },
  {
    ...fenmoor,
    ...{ code: 'AW-00010', type: 'embroidery', name_en: 'Star, left chest', name_zh: '左胸星形绣花' },
    languages: ['en'],
    mm: ['42.0', '40.0'],
    colours: 'Madeira 1001',
    material: 'Satin stitch, 3,400 stitches',
    printer: 'Embroidered by the garment factory',
    gtin_rule: 'none',
    instructions: '80 mm from centre front, 70 mm below the shoulder seam. Trim jump stitches.',
    status: 'approved',
    age: 14,
  },
  {
    ...alderwick,
    ...{ code: 'AW-00011', type: 'packaging', name_en: 'Sock band, three pairs', name_zh: '三双装袜封' },
    languages: ['en', 'fr'],
    mm: ['212.0', '82.0'],
    colours: 'PANTONE 7736 C',
    material: '250 g/m² board',
    printer: 'Hua Sheng Packaging, Shenzhen',
    gtin_rule: 'ean13_sku',
    instructions: 'Glue flap 10 mm at the left end.',
    status: 'draft',
    age: 2,
    notes: 'Fibre content to be confirmed by the mill.',
  },
  {
    ...house,
    ...{ code: 'AW-00012', type: 'security', name_en: 'RF label 8.2 MHz', name_zh: '射频防盗标签 8.2 MHz' },
    languages: ['en'],
    mm: ['44.0', '44.0'],
    colours: 'Copper coil on paper',
    material: 'Paper label, deactivatable',
    printer: 'Checkpoint, Dongguan',
    gtin_rule: 'none',
    instructions: 'Behind the price ticket. Not within 20 mm of metal.',
    status: 'retired',
    age: 400,
  },
  {
    ...fenmoor,
    ...{ code: 'AW-00013', type: 'hangtag', name_en: 'Hangtag, kraft', name_zh: '牛皮纸吊牌' },
    languages: ['en', 'zh'],
    mm: ['45.0', '90.0'],
    colours: 'PANTONE 533 C',
    material: '500 g/m² kraft, recycled',
    printer: 'Nexgen Trims, Ningbo',
    gtin_rule: 'ean13_sku',
    instructions: 'Waxed cord, 160 mm.',
    status: 'in_review',
    age: 12,
    refused: { department: 'quality', comment: 'Fibre content is missing in Chinese.' },
  },
]

/** The ids of the office's people by their task in artwork reviews. */
export interface ArtworkPeople {
  author: number
  /** The ids of the reviewers by department. */
  reviewers: Readonly<Record<string, number>>
  releaser: number
}

/** The first version of each artwork; it is superseded if the second one is released. */
export const firstArtworks = (day: string, people: ArtworkPeople) =>
  demoArtworks.map((artwork) => {
    const isFollowed = artwork.next?.status === 'released'
    return recordOf(artwork, { status: isFollowed ? 'superseded' : artwork.status, version: 1, day, people })
  })

/** The second versions; `first` has the records of the first ones. */
export const laterArtworks = (first: readonly Doc[], day: string, people: ArtworkPeople) =>
  demoArtworks.flatMap((artwork) => {
    const before = first.find(({ artwork_code }) => artwork_code === artwork.code)
    if (!artwork.next || !before) return []
    const { status, change_note } = artwork.next
    const made = recordOf({ ...artwork, age: Math.round(artwork.age / 4) }, { status, version: 2, day, people })
    return [{ ...made, predecessor_id: before.id, change_note }]
  })

const recordOf = (
  artwork: DemoArtwork,
  { status, version, day, people }: { status: string; version: number; day: string; people: ArtworkPeople },
) => {
  const { code, type, brand, mm, age, refused } = artwork
  const [width_mm, height_mm, depth_mm = null] = mm
  const at = (days: number) => `${addDays(day, -Math.max(0, days))}T09:30:00Z`
  const isSubmitted = status !== 'draft'
  const isReleased = ['released', 'superseded', 'retired'].includes(status)
  const rounds = !isSubmitted ? 0 : refused && status !== 'changes_requested' ? 2 : 1
  return {
    artwork_code: code,
    version_no: version,
    artwork_type: type,
    name_en: artwork.name_en,
    name_zh: artwork.name_zh,
    house_brand_id: brand && { code: brand },
    languages: artwork.languages,
    ...{ width_mm, height_mm, depth_mm },
    colours: artwork.colours,
    material: artwork.material,
    printer: artwork.printer,
    gtin_rule: artwork.gtin_rule,
    instructions: artwork.instructions,
    notes: artwork.notes ?? null,
    author_id: people.author,
    round: rounds,
    submitted_by: isSubmitted ? people.author : null,
    submitted_at: isSubmitted ? at(age - 1) : null,
    released_by: isReleased ? people.releaser : null,
    released_at: isReleased ? at(age - 4) : null,
    status,
    reviews: Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
      reviewsOf(artwork, status, { round, rounds, people, at: at(age - round - 1) }),
    ),
  }
}

/** The departments' reviews in a round: failed where `refused` names the department, otherwise passed, open or lapsed. */
const reviewsOf = (
  { type, refused }: DemoArtwork,
  status: string,
  { round, rounds, people, at }: { round: number; rounds: number; people: ArtworkPeople; at: string },
) =>
  departmentsOf(type).map((department, index) => {
    const isRefusal = refused?.department === department && (round < rounds || status === 'changes_requested')
    const isOpen = round === rounds && status === 'in_review' && index > 0
    const isLapsed = round < rounds && !isRefusal && index > 1
    const verdict = isRefusal ? 'failed' : isOpen ? 'open' : isLapsed ? 'lapsed' : 'passed'
    const isGiven = verdict === 'passed' || verdict === 'failed'
    return {
      round,
      department,
      review_title: `${round} ${department}`,
      status: verdict,
      reviewed_by: isGiven ? (people.reviewers[department] ?? null) : null,
      reviewed_at: isGiven ? at : null,
      comment: isRefusal ? refused.comment : null,
    }
  })

/** Draws the print-ready file of each artwork, and attaches it; returns the file ids by artwork code. */
export const drawArtworks = async ({ tx }: Work, files: Files, artworks: readonly Doc[]) => {
  const encode = await loadEncoder()
  const kept = new Map<string, number>()
  for (const { id, artwork_code, artwork_type, version_no, author_id } of artworks) {
    const demo = demoArtworks.find(({ code }) => code === artwork_code)
    if (!demo) continue
    const svg = artworkDrawings[artwork_type as ArtworkType](encode, {
      brand: demo.brand === 'FMR' ? 'Fenmoor' : 'Alderwick',
      version: Number(version_no),
      ink: demo.ink,
    })
    const name = `${artwork_code}-v${version_no}.svg`
    const upload = await files.receive(Readable.from([Buffer.from(svg)]), name, { kinds: ['svg'], max: 5_000_000 })
    const place = { area: 'artworks', record_id: Number(id), slot: 'attachment' }
    const file = await files.keep(
      tx,
      upload,
      place,
      { id: Number(author_id) },
      { visibility: 'shared', kind: 'print_file' },
    )
    kept.set(String(artwork_code), file)
  }
  return kept
}

/** Adds comments to the print file that the brand department rejected: one open, one answered, one resolved. */
export const pinDemo = async ({ tx }: Work, file: number, people: ArtworkPeople, day: string) => {
  const at = `${addDays(day, -7)}T09:20:00Z`
  const { author, reviewers } = people
  const reviewer = reviewers.brand ?? author
  const pins = [
    { x: 0.5, y: 0.64, said: ['Move the logo down by 6 mm: it touches the waves.'], is_resolved: false },
    {
      x: 0.42,
      y: 0.52,
      said: [
        'This blue is not in our palette. Use 19-4024 for both lines.',
        'The second line is meant to be copper: 16-1432.',
      ],
      is_resolved: false,
    },
    { x: 0.5, y: 0.3, said: ['Is the width measured with the sun?', 'Yes, over all.'], is_resolved: true },
  ]
  for (const [index, { x, y, said, is_resolved }] of pins.entries()) {
    const [pin] = await tx.query<{ id: number }>(
      `insert into file_pins (file_id, seq, page, x, y, visibility, created_by, created_at, resolved_by, resolved_at)
       values ($1, $2, 1, $3, $4, 'internal', $5, $6, $7, $8) returning id`,
      [file, index + 1, x, y, reviewer, at, is_resolved ? reviewer : null, is_resolved ? at : null],
    )
    for (const [place, body] of said.entries())
      await tx.query('insert into file_pin_comments (pin_id, body, created_by, created_at) values ($1, $2, $3, $4)', [
        pin?.id,
        body,
        place === 0 ? reviewer : author,
        at,
      ])
  }
}
