import { addDays, isDate, today } from '#shared/base/dates.ts'
import { mondayOf } from './data'

/** The state of the board in the address (`list-alternative.ts` lists its parameters). */
export interface BoardAddress {
  /** Columns of weeks, or one table. */
  as: 'weeks' | 'table'
  /** The Monday of the first week. */
  week: string
  find: string
  supplier: string
}

/** Visible weeks, in addition to late lines. */
export const weeksShown = 6

export const readBoard = (search: URLSearchParams): BoardAddress => {
  const week = search.get('week') ?? ''
  const supplier = search.get('supplier') ?? ''
  return {
    as: search.get('as') === 'table' ? 'table' : 'weeks',
    week: mondayOf(isDate(week) ? week : today()),
    find: search.get('find') ?? '',
    supplier: /^\d{1,15}$/.test(supplier) ? supplier : '',
  }
}

/** Writes the state to the address, without default values. */
export const writeBoard = ({ as, week, find, supplier }: BoardAddress): URLSearchParams =>
  new URLSearchParams({
    ...(as === 'table' && { as }),
    ...(week !== mondayOf(today()) && { week }),
    ...(find && { find }),
    ...(supplier && { supplier }),
  })

export const lastDay = ({ week }: Pick<BoardAddress, 'week'>) => addDays(week, weeksShown * 7 - 1)
