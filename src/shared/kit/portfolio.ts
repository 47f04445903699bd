import { type Area, columnsOf, type Register } from './area'
import type { Field } from './fields'

/** How the records of an area belong to suppliers, for accounts that are limited to a portfolio of suppliers. */
export type Belonging =
  /**
   * By a reference to the supplier. `open`: records without a supplier are the retailer's and every account reads them.
   */
  | { by: 'supplier'; field: string; open: boolean }
  /** By a reference to a record of an area that belongs to suppliers itself. */
  | { by: 'record'; field: string; to: string }
  /** By a scope that the declaration names. */
  | { by: 'scope'; scope: string }
  /** The records are the suppliers. */
  | { by: 'itself' }

/**
 * Derives from the declaration how the records of an area belong to suppliers, so that a new area is limited without
 * further code: by its `portfolio`; else by its reference to a supplier; else by the first required reference to an
 * area that belongs to suppliers. Returns null for an area that belongs to no supplier, such as seasons. For rows, the
 * belonging of their document (`partOf`) applies in addition.
 */
export const belongingOf = (register: Register, area: Area): Belonging | null => {
  if (area.portfolio === 'itself') return { by: 'itself' }
  if (area.portfolio) return { by: 'scope', scope: area.portfolio }
  const references = columnsOf(area).filter(([, { kind }]) => kind === 'reference')
  const supplierReference = references.find(
    ([name, field]) => name !== area.partOf?.by && targetOf(register, field)?.portfolio === 'itself',
  )
  if (supplierReference) {
    const [field, { required, options }] = supplierReference
    return { by: 'supplier', field, open: !required && !options.readOnly }
  }
  const leading = references.find(
    ([name, field]) => field.required && name !== area.partOf?.by && belongs(register, targetOf(register, field)),
  )
  return leading && !area.partOf ? { by: 'record', field: leading[0], to: leading[1].options.to ?? '' } : null
}

/** Whether every record of an area belongs to a supplier, directly or through its document. */
export const belongs = (register: Register, area: Area | undefined): boolean => {
  if (!area) return false
  const belonging = belongingOf(register, area)
  if (belonging) return belonging.by !== 'supplier' || !belonging.open
  return area.partOf !== undefined && belongs(register, register.get(area.partOf.area))
}

const targetOf = (register: Register, { options }: Field) => register.find(options.to ?? '')

/**
 * Whether a row is hidden from a caller whose portfolio has these supplier ids; null means no portfolio, nothing is
 * hidden.
 */
export const isHiddenRow = (
  register: Register,
  area: Area,
  row: Record<string, unknown>,
  portfolio: readonly number[] | null,
): boolean => {
  const belonging = portfolio && belongingOf(register, area)
  return belonging?.by === 'supplier' && !portfolio?.includes(Number(row[belonging.field]))
}
