import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { careFamilies } from '#shared/standards/care-codes.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import type { LabelCare, LabelFibre, LabelLine, LabelMarket } from '#shared/trade/garment-label.ts'
import type { EnglishWording, LabelLanguage, LabelPart } from '#shared/trade/label-parts.ts'
import type { LabelFormat } from '#shared/trade/label-sheet.ts'
import { createLineFinder, type LineTarget } from './lines'

/** The facts of a line for its labels and for the file of label makers. */
export interface LabelFacts extends LabelLine {
  line_title: string
  line_no: number
  po_no: string
  ship_to_country: string | null
  colour_code: string | null
  colour: string | null
  qty: number
  quantities: { size: string; sku: string | null; gtin: string | null; qty: number }[]
}

/** A market with its names, countries and the dimensions of its labels. */
export interface MarketFacts extends LabelMarket, LabelFormat {
  name_en: string
  name_zh: string | null
  countries: string[]
}

/** Returns a function that reads the label facts of lines in the caller's scope. */
export const createLineReader = (kit: Kit) => {
  const find = createLineFinder(kit)
  return async (me: Principal, target: LineTarget): Promise<LabelFacts[]> => readFacts(kit, await find(me, target))
}

const readFacts = async ({ db }: Kit, ids: readonly number[]): Promise<LabelFacts[]> => {
  if (ids.length === 0) return []
  const [lines, compositions, cares] = await Promise.all([
    db.query<LineRow>(linesOf, [ids], 'label_lines'),
    db.query<CompositionOfLine>(compositionsOf, [ids], 'label_compositions'),
    db.query<CareOfLine>(caresOf, [ids], 'label_cares'),
  ])
  return lines.map(({ name_en, name_zh, quantities, ...line }) => {
    const composition = compositions.find(({ po_line_id }) => po_line_id === line.id)
    const care = cares.find(({ po_line_id }) => po_line_id === line.id)
    return {
      ...line,
      product_names: { en: name_en, zh: name_zh },
      quantities,
      sizes: quantities.map(({ size }) => size),
      composition: composition?.rows ?? null,
      fibre_allocation_id: composition?.id ?? null,
      care: care?.instruction ? careOf(care.instruction) : null,
      care_allocation_id: care?.id ?? null,
    }
  })
}

type LineRow = Pick<LabelFacts, keyof LabelFacts> & { name_en: string | null; name_zh: string | null }

const linesOf = `
  select l.id, l.line_title, l.line_no, l.qty, l.purchase_order_id, l.line_status = 'cancelled' as is_cancelled, o.po_no,
    o.ship_to_country, l.country_of_origin, b.name_en as brand, a.id as article_id, a.article_no, c.code as colour_code, c.name_en as colour,
    a.name_en, a.name_zh,
    coalesce((
      select json_agg(json_build_object('size', z.label, 'sku', coalesce(s.sku, k.sku), 'gtin', coalesce(s.gtin, k.gtin),
        'qty', s.qty) order by z.sort_order, s.id)
      from po_line_sizes s
        join sizes z on z.id = s.size_id
        left join skus k on k.colourway_id = l.colourway_id and k.size_id = s.size_id
      where s.po_line_id = l.id and s.qty > 0), '[]') as quantities
  from po_lines l
    join purchase_orders o on o.id = l.purchase_order_id
    join articles a on a.id = l.article_id
    left join colourways c on c.id = l.colourway_id
    left join house_brands b on b.id = coalesce(l.house_brand_id, a.house_brand_id)
  where l.id = any($1::bigint[])
  order by l.line_no, l.id`

interface CompositionOfLine {
  id: number
  po_line_id: number
  /** Null until the composition is verified. */
  rows: CompositionRow[] | null
}

const rowsIn = (table: string) => `
  select json_agg(json_build_object('component', r.component, 'fibre_id', r.fibre_id, 'pct', r.pct::text,
    'recycled', r.recycled, 'organic', r.organic) order by r.id)
  from ${table} r where r.fibre_allocation_id = f.id`

/** The approved composition of each line, else its newest valid one. Label fibres take precedence over declared fibres. */
const compositionsOf = `
  select distinct on (f.po_line_id) f.id, f.po_line_id,
    case when f.status = 'approved' then coalesce((${rowsIn('label_fibres')}), (${rowsIn('declared_fibres')})) end as rows
  from fibre_allocations f
  where f.po_line_id = any($1::bigint[]) and f.status not in ('replaced', 'cancelled')
  order by f.po_line_id, f.status = 'approved' desc, f.id desc`

type Instruction = { id: number } & Record<string, string | null>

interface CareOfLine {
  id: number
  po_line_id: number
  /** Null until the allocation is approved. */
  instruction: Instruction | null
}

const caresOf = `
  select distinct on (ca.po_line_id) ca.id, ca.po_line_id,
    case when ca.status = 'approved' then json_build_object('id', i.id, 'text_en', i.text_en, 'text_en_au', i.text_en_au,
      'text_zh', i.text_zh, 'text_fr', i.text_fr, 'text_de', i.text_de, 'text_es', i.text_es, 'text_it', i.text_it,
      ${careFamilies.map((family) => `'${family}', i.${family}`).join(', ')}) end as instruction
  from care_allocations ca join care_instructions i on i.id = ca.care_instruction_id
  where ca.po_line_id = any($1::bigint[]) and ca.status not in ('replaced', 'cancelled')
  order by ca.po_line_id, ca.status = 'approved' desc, ca.id desc`

const careOf = (instruction: Instruction): LabelCare => ({
  id: instruction.id,
  codes: careFamilies.flatMap((family) => instruction[family] ?? []),
  words: {
    en: instruction.text_en ?? null,
    australian: instruction.text_en_au ?? null,
    fr: instruction.text_fr ?? null,
    de: instruction.text_de ?? null,
    es: instruction.text_es ?? null,
    it: instruction.text_it ?? null,
    zh: instruction.text_zh ?? null,
  },
})

/** The fibres of these lines with the names that labels print. */
export const readFibres = async ({ db }: Kit, lines: readonly LabelLine[]): Promise<LabelFibre[]> => {
  const ids = [...new Set(lines.flatMap(({ composition }) => composition ?? []).map(({ fibre_id }) => fibre_id))]
  const rows = await db.query<{ id: number; code: string; us_name: string | null } & Record<string, string | null>>(
    `select id, code, us_name, name_en, name_fr, name_de, name_es, name_it, name_zh from fibres where id = any($1::bigint[])`,
    [ids],
    'label_fibres',
  )
  return rows.map(({ id, code, us_name, name_en, name_fr, name_de, name_es, name_it, name_zh }) => ({
    id,
    code,
    us_name,
    names: {
      en: name_en ?? null,
      fr: name_fr ?? null,
      de: name_de ?? null,
      es: name_es ?? null,
      it: name_it ?? null,
      zh: name_zh ?? null,
    },
  }))
}

/** All label markets, ordered by code. */
export const readMarkets = async ({ db }: Kit): Promise<MarketFacts[]> => {
  const rows = await db.query<MarketRow>(
    `select m.id, m.code, m.name_en, m.name_zh, m.care_wording, m.us_fibre_names, m.width_mm, m.font_pt::text as font_pt, m.seam_mm,
       (select coalesce(json_agg(c.country order by c.country), '[]') from label_market_countries c
        where c.label_market_id = m.id) as countries,
       (select coalesce(json_agg(g.language order by g.seq, g.id), '[]') from label_market_languages g
        where g.label_market_id = m.id) as languages,
       (select coalesce(json_agg(json_build_object('part', p.part, 'value', p.value) order by p.seq, p.id), '[]')
        from label_market_parts p where p.label_market_id = m.id) as parts
     from label_markets m where m.archived_at is null order by m.code`,
    [],
    'label_markets_all',
  )
  return rows.map(({ font_pt, ...market }) => ({ ...market, font_pt: Number(font_pt) }))
}

interface MarketRow extends Omit<MarketFacts, 'font_pt'> {
  font_pt: string
  care_wording: EnglishWording
  languages: LabelLanguage[]
  parts: { part: LabelPart; value: string | null }[]
}
