import { type Area, columnsOf, type Register } from './area'
import type { Field } from './fields'

/** How an area's rows belong to suppliers, for accounts that are confined to a portfolio. */
export type Belonging =
  /** By a reference to the supplier; `open` where rows without one are the house's own and seen by everybody. */
  | { by: 'supplier'; field: string; open: boolean }
  /** By a reference to a record that belongs to suppliers itself. */
  | { by: 'record'; field: string; to: string }
  /** As the declaration says. */
  | { by: 'scope'; scope: string }
  | { by: 'itself' }

/**
 * Reads off the declaration whose an area's rows are, so that an area is confined the moment it is registered: what its
 * `portfolio` says; else its reference to a supplier; else the first required reference to something that belongs to
 * suppliers. Null: it belongs to nobody, like a season. What its document says (`partOf`) comes beside it.
 */
export const belongingOf = (register: Register, area: Area): Belonging | null => {
  if (area.portfolio === 'itself') return { by: 'itself' }
  if (area.portfolio) return { by: 'scope', scope: area.portfolio }
  const references = columnsOf(area).filter(([, { kind }]) => kind === 'reference')
  const own = references.find(
    ([name, field]) => name !== area.partOf?.by && targetOf(register, field)?.portfolio === 'itself',
  )
  if (own) {
    const [field, { required, options }] = own
    return { by: 'supplier', field, open: !required && !options.readOnly }
  }
  const leading = references.find(
    ([name, field]) => field.required && name !== area.partOf?.by && belongs(register, targetOf(register, field)),
  )
  return leading && !area.partOf ? { by: 'record', field: leading[0], to: leading[1].options.to ?? '' } : null
}

/** Whether every row of an area is some supplier's, directly or through its document. */
export const belongs = (register: Register, area: Area | undefined): boolean => {
  if (!area) return false
  const own = belongingOf(register, area)
  if (own) return own.by !== 'supplier' || !own.open
  return area.partOf !== undefined && belongs(register, register.get(area.partOf.area))
}

const targetOf = (register: Register, { options }: Field) => register.find(options.to ?? '')

/** Whether a row of a document is out of sight for who is confined to these suppliers. */
export const isHiddenRow = (
  register: Register,
  area: Area,
  row: Record<string, unknown>,
  portfolio: readonly number[] | null,
): boolean => {
  const own = portfolio && belongingOf(register, area)
  return own?.by === 'supplier' && !portfolio?.includes(Number(row[own.field]))
}
