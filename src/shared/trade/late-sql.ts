/**
 * The definitions of `delivery.ts` and `tna.ts` as SQL for the alias of a table. `today` is an SQL expression of type
 * date. Tests compare both over random rows.
 */

/** `isOverdue` as SQL. */
export const overdueSql = (line: string, today: string): string =>
  `(${line}.goods_state = 'unpacked' and ${line}.ex_factory_date < ${today})`

/** `expectedLeaving` as SQL. */
export const expectedLeavingSql = (line: string, today: string): string => `(case
    when ${line}.goods_state = 'left' then coalesce(${line}.actual_ex_factory_date, ${line}.forecast_ex_factory_date)
    when ${line}.goods_state is null then ${line}.forecast_ex_factory_date
    when ${line}.forecast_ex_factory_date is not null or ${line}.ex_factory_date < ${today}
      then greatest(${line}.forecast_ex_factory_date, ${today}) end)`

/** `lateDays` of a pending milestone as SQL. */
export const taskLateSql = (task: string, today: string): string =>
  `(greatest(${today}, ${task}.expected_date, ${task}.revised_date) - ${task}.revised_date)`
