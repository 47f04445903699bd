/**
 * Conditions on the delivery of order lines, as SQL for the aliases of a line and its order. Tiles, lists and
 * scorecards share them.
 */

/** Whether the goods left the factory, and both the actual and the ordered date are known. */
export const hasLeft = (line: string): string =>
  `(${line}.goods_state = 'left' and ${line}.actual_ex_factory_date is not null and ${line}.ex_factory_date is not null)`

/** Whether the goods left by the ordered date. */
export const leftInTime = (line: string): string => `(${line}.actual_ex_factory_date <= ${line}.ex_factory_date)`

/** Whether some of the goods were received, and a date in the distribution centre was ordered. */
export const isReceived = (line: string, order: string): string =>
  `(${line}.received_on is not null and ${order}.in_dc_date is not null)`

/** On time and in full (OTIF): received by the ordered date, and within the tolerances of the order. */
export const onTimeInFull = (line: string, order: string): string => `(
  ${line}.received_on <= ${order}.in_dc_date
  and ${line}.received_qty >= ceil(${line}.qty * (100 - coalesce(${order}.qty_tolerance_under_pct, 0)) / 100)
  and ${line}.received_qty <= floor(${line}.qty * (100 + coalesce(${order}.qty_tolerance_over_pct, 0)) / 100))`
