import type { Queryable } from '#server/db/types.ts'
import type { Work } from '#server/kit/kit.ts'
import { type ConditionalRule, type RuledLine, ruleFor } from '#shared/trade/claim-rules.ts'
import type { ClaimType } from '#shared/trade/claim-terms.ts'
import { isDeliveredTerm } from '#shared/trade/invoice-terms.ts'

/** The values of an order line that claims use. */
export interface LineFacts extends RuledLine {
  id: number
  line_title: string | null
  purchase_order_id: number
  supplier_id: number
  currency: string
  /** Units of the base currency for one unit of the order's currency; null when unknown. */
  fx_rate: string | null
  incoterm: string | null
  unit_price: string
  line_value: string
  ordered_qty: number
  shipped_qty: number
  received_qty: number
  agreed_date: string | null
  actual_date: string | null
  late_reason: string | null
}

/**
 * Reads the facts of these lines. Lines without price or currency are left out, because nothing can be claimed for
 * them.
 */
export const readLineFacts = async (
  { tx, context }: Pick<Work, 'tx' | 'context'>,
  ids: readonly unknown[],
): Promise<Map<number, LineFacts>> => {
  const lineIds = [...new Set(ids.flatMap((id) => Number(id) || []))]
  if (lineIds.length === 0) return new Map()
  const rows = await tx.query<Omit<LineFacts, 'agreed_date' | 'actual_date'> & Record<string, string | null>>(
    `with recursive up as (
       select l.id as line, c.id, c.parent_id from po_lines l join product_categories c on c.id = l.product_category_id
       where l.id = any($1::bigint[])
       union select up.line, c.id, c.parent_id from up join product_categories c on c.id = up.parent_id)
     select l.id, l.line_title, l.purchase_order_id, o.supplier_id, o.currency,
       case when o.currency = $2 then '1' else o.fx_rate::text end as fx_rate, o.incoterm,
       l.unit_price::text as unit_price, coalesce(l.line_value, 0)::text as line_value, l.qty as ordered_qty,
       coalesce(l.shipped_qty, 0) as shipped_qty, coalesce(l.received_qty, 0) as received_qty, l.late_reason,
       coalesce(l.house_brand_id, o.house_brand_id) as house_brand_id,
       (select s.country from suppliers s where s.id = o.supplier_id) as country,
       coalesce((select json_agg(up.id) from up where up.line = l.id), '[]') as categories,
       coalesce(l.ex_factory_date, o.ex_factory_date)::text as ex_factory_date,
       case when l.goods_state = 'left' then l.actual_ex_factory_date::text end as left_on,
       o.in_dc_date::text as in_dc_date, l.received_on::text as received_on
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id
     where l.id = any($1::bigint[]) and l.unit_price is not null and o.currency is not null and o.supplier_id is not null`,
    [lineIds, String(context.settings.base_currency)],
    'claim_line_facts',
  )
  return new Map(
    rows.map(({ ex_factory_date, left_on, in_dc_date, received_on, ...row }) => {
      const isDelivered = isDeliveredTerm(row.incoterm)
      return [
        Number(row.id),
        {
          ...row,
          id: Number(row.id),
          purchase_order_id: Number(row.purchase_order_id),
          supplier_id: Number(row.supplier_id),
          house_brand_id: row.house_brand_id === null ? null : Number(row.house_brand_id),
          categories: (row.categories as readonly unknown[]).map(Number),
          // Under a delivered incoterm the supplier is responsible for the arrival date, otherwise for the ex-factory
          // date.
          agreed_date: (isDelivered ? in_dc_date : ex_factory_date) ?? null,
          actual_date: (isDelivered ? received_on : left_on) ?? null,
        } as LineFacts,
      ]
    }),
  )
}

/** All active rules. */
export const readRules = async (tx: Queryable): Promise<ConditionalRule[]> => {
  const rows = await tx.query<ConditionalRule>(
    `${ruleColumns} where status = 'active' and archived_at is null`,
    [],
    'claim_rules_in_use',
  )
  return rows.map(asRule)
}

/** Rules by id, including retired ones: a draft keeps its original rule. */
export const readRulesOf = async (tx: Queryable, ids: readonly unknown[]): Promise<Map<number, ConditionalRule>> => {
  const ruleIds = [...new Set(ids.flatMap((id) => Number(id) || []))]
  if (ruleIds.length === 0) return new Map()
  const rows = await tx.query<ConditionalRule>(
    `${ruleColumns} where id = any($1::bigint[])`,
    [ruleIds],
    'claim_rules_of',
  )
  return new Map(rows.map((row) => [Number(row.id), asRule(row)]))
}

const ruleColumns = `select id, type, basis, rate::text, grace_days, cap_pct::text, minimum::text, handling_fee::text,
  house_brand_id, country, product_category_id, valid_from::text, valid_to::text from claim_rules`

const asRule = (row: ConditionalRule): ConditionalRule => ({
  ...row,
  id: Number(row.id),
  house_brand_id: row.house_brand_id === null ? null : Number(row.house_brand_id),
  product_category_id: row.product_category_id === null ? null : Number(row.product_category_id),
})

/** The rule of a new claim: the one that matches the first of its lines that has any. */
export const ruleOfLines = (
  rules: readonly ConditionalRule[],
  type: ClaimType,
  lines: readonly RuledLine[],
  day: string,
): ConditionalRule | null => {
  for (const line of lines) {
    const rule = ruleFor(rules, type, line, day)
    if (rule) return rule
  }
  return null
}
