/**
 * The definitions of `delivery.ts` and `tna.ts` as SQL conditions and values over a table's alias. `today` is an
 * expression of type date. Tests compare both over random rows.
 */

/** The same as `isOverdue`. */
export const overdueSql = (line: string, today: string): string =>
  `(${line}.goods_state = 'unpacked' and ${line}.ex_factory_date < ${today})`

/** The same as `expectedLeaving`. */
export const expectedLeavingSql = (line: string, today: string): string => `(case
    when ${line}.goods_state = 'left' then coalesce(${line}.actual_ex_factory_date, ${line}.forecast_ex_factory_date)
    when ${line}.goods_state is null then ${line}.forecast_ex_factory_date
    when ${line}.forecast_ex_factory_date is not null or ${line}.ex_factory_date < ${today}
      then greatest(${line}.forecast_ex_factory_date, ${today}) end)`

/**
 * Days by which a milestone that is to be done is late, by the calendar or by its owner's word: as `lateDays` of a
 * pending one.
 */
export const taskLateSql = (task: string, today: string): string =>
  `(greatest(${today}, ${task}.expected_date, ${task}.revised_date) - ${task}.revised_date)`
