import type { ClaimRule } from './claim-amount'
import type { ClaimType } from './claim-terms'

/** A claim rule of the library with its conditions; a condition that is null always holds. */
export interface ConditionalRule extends ClaimRule {
  id: number
  type: ClaimType
  house_brand_id: number | null
  country: string | null
  product_category_id: number | null
  valid_from: string | null
  valid_to: string | null
}

/** An order line, as far as the conditions of claim rules need it. */
export interface RuledLine {
  house_brand_id: number | null
  /** The country of the supplier. */
  country: string | null
  /** The category of the line and its ancestors. */
  categories: readonly number[]
}

/**
 * The rule for an event on `day`: of those that fit, the one with the most conditions, then the latest `valid_from`,
 * then the newest.
 */
export const ruleFor = (
  rules: readonly ConditionalRule[],
  type: ClaimType,
  line: RuledLine,
  day: string,
): ConditionalRule | null =>
  rules
    .filter((rule) => rule.type === type && fits(rule, line, day))
    .sort(
      (a, b) =>
        conditionsOf(b) - conditionsOf(a) || (b.valid_from ?? '').localeCompare(a.valid_from ?? '') || b.id - a.id,
    )[0] ?? null

const fits = (
  { house_brand_id, country, product_category_id, valid_from, valid_to }: ConditionalRule,
  line: RuledLine,
  day: string,
) =>
  (house_brand_id === null || house_brand_id === line.house_brand_id) &&
  (country === null || country === line.country) &&
  (product_category_id === null || line.categories.includes(product_category_id)) &&
  (valid_from === null || valid_from <= day) &&
  (valid_to === null || valid_to >= day)

const conditionsOf = ({ house_brand_id, country, product_category_id }: ConditionalRule) =>
  [house_brand_id, country, product_category_id].filter((condition) => condition !== null).length
