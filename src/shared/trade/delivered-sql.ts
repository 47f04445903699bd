/**
 * How well lines `l` of orders `o` were delivered, as SQL conditions over both aliases; tiles, lists and scorecards share
 * them.
 */

/** Goods that left on a known day for which a day was ordered. */
export const hasLeft = (line: string): string =>
  `(${line}.goods_state = 'left' and ${line}.actual_ex_factory_date is not null and ${line}.ex_factory_date is not null)`

/** They left by the ordered day. */
export const leftInTime = (line: string): string => `(${line}.actual_ex_factory_date <= ${line}.ex_factory_date)`

/** Goods of which some were received, for which a day in the distribution centre was ordered. */
export const isReceived = (line: string, order: string): string =>
  `(${line}.received_on is not null and ${order}.in_dc_date is not null)`

/** On time and in full: all of it received by the ordered day, and within the tolerances of the order. */
export const onTimeInFull = (line: string, order: string): string => `(
  ${line}.received_on <= ${order}.in_dc_date
  and ${line}.received_qty >= ceil(${line}.qty * (100 - coalesce(${order}.qty_tolerance_under_pct, 0)) / 100)
  and ${line}.received_qty <= floor(${line}.qty * (100 + coalesce(${order}.qty_tolerance_over_pct, 0)) / 100))`
