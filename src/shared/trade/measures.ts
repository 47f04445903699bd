import type { LengthUnit } from './lengths'

/** A length in millimetres as whole micrometres, the unit of all calculations; null for no length. */
export const micronsOf = (mm: unknown): number | null => {
  if (mm === null || mm === undefined || mm === '') return null
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,3})0*)?$/.exec(String(mm))
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const microns = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return sign && microns !== 0 ? -microns : microns
}

/** Micrometres as decimal text in millimetres, as records store lengths: `508`, `514.35`. */
export const mmOf = (microns: number): string => decimalOf(microns, 3)

const decimalOf = (value: number, digits: number): string => {
  const [sign, size] = [value < 0 ? '-' : '', Math.abs(value)]
  const unit = 10 ** digits
  const fraction = String(size % unit)
    .padStart(digits, '0')
    .replace(/0{1,6}$/, '')
  return `${sign}${Math.floor(size / unit)}${fraction && `.${fraction}`}`
}

const micronsPerEighth = 3175
const micronsPerTenth = 1000

/**
 * Formats a stored length in a unit: centimetres to the nearest millimetre (`51.4`), inches to the nearest eighth (`20
 * 1/4`). A length that was typed in the same unit is shown exactly as typed.
 */
export const writeLength = (mm: unknown, unit: LengthUnit): string => {
  const microns = micronsOf(mm)
  if (microns === null) return ''
  return unit === 'cm'
    ? decimalOf(nearest(microns, micronsPerTenth), 1)
    : writeEighths(nearest(microns, micronsPerEighth))
}

/** The nearest number of steps, rounded half away from zero. */
const nearest = (microns: number, step: number) => Math.sign(microns) * Math.round(Math.abs(microns) / step)

const writeEighths = (eighths: number): string => {
  const size = Math.abs(eighths)
  const [whole, remainder] = [Math.floor(size / 8), size % 8]
  const divisor = remainder % 4 === 0 ? 4 : remainder % 2 === 0 ? 2 : 1
  const fraction = remainder === 0 ? '' : `${remainder / divisor}/${8 / divisor}`
  return `${eighths < 0 ? '-' : ''}${[whole || (remainder === 0 ? 0 : ''), fraction].filter((part) => part !== '').join(' ')}`
}

/**
 * Parses a length as people and spreadsheets write it, in `unit` unless it has its own: `51.4`, `51,4`, `514 mm`, `20
 * 3/8`, `20-3/8"`, `20⅜`, `+1/4`. Returns millimetres as decimal text, null for an empty cell or a dash, and undefined
 * for text that is not a length or not a whole number of eighths.
 */
export const readLength = (text: string, unit: LengthUnit): string | null | undefined => {
  const typed = spacedFractions(text).normalize('NFKC').replaceAll('⁄', '/').trim().toLowerCase()
  if (typed === '' || /^[-−–—]$/.test(typed)) return null
  // Tables use several characters for minus, and `±` or `+/-` for tolerances.
  const sign = /^(?:\+\/[-−–]|[-−–]\/\+|[-−–+±])?/.exec(typed)?.[0] ?? ''
  const unitMatch = unitAtEnd.exec(typed)
  const unitName = unitMatch?.[1]
  const digits = typed.slice(sign.length, unitMatch?.index).trim()
  const microns = readNumber(digits, unitName ? unitsByName[unitName] : unit)
  if (microns === undefined) return undefined
  return mmOf(/^[-−–]$/.test(sign) && microns !== 0 ? -microns : microns)
}

const unitAtEnd = /(mm|cm|inches|inch|in|''|["”“″]|毫米|厘米|公分|英寸|吋)?\.?$/

const unitsByName: Record<string, LengthUnit | 'mm'> = {
  mm: 'mm',
  毫米: 'mm',
  cm: 'cm',
  厘米: 'cm',
  公分: 'cm',
  ...Object.fromEntries(
    ['in', 'inch', 'inches', "''", '"', '”', '“', '″', '英寸', '吋'].map((name) => [name, 'in' as const]),
  ),
}

const readNumber = (digits: string, unit: LengthUnit | 'mm' = 'cm'): number | undefined =>
  unit === 'in' ? readInches(digits) : readDecimal(digits, unit === 'cm' ? 4 : 3)

/** Parses a decimal with up to `places` decimals into whole units of the last place. */
const readDecimal = (digits: string, places: number): number | undefined => {
  const match = /^(\d{0,6})(?:[.,](\d+?)0*)?$/.exec(digits.replace(/[.,]$/, ''))
  if (!match || digits === '') return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > places || (whole === '' && fraction === '')) return undefined
  return Number(`${whole || '0'}${fraction.padEnd(places, '0')}`)
}

const readInches = (digits: string): number | undefined => {
  const fraction = /^(?:(\d{1,4})(?:\s+|\s*-\s*))?(\d{1,2})\s*\/\s*(\d{1,2})$/.exec(digits)
  if (fraction) {
    const [, whole = '0', above, below] = fraction.map((part) => part ?? '0')
    return eighthsOf(Number(whole) * Number(below) + Number(above), Number(below))
  }
  const decimalInches = readDecimal(digits, 4)
  return decimalInches === undefined ? undefined : eighthsOf(decimalInches, 10_000)
}

/** Micrometres of `above` / `below` inches; undefined unless these are whole eighths. */
const eighthsOf = (above: number, below: number): number | undefined =>
  below > 0 && (above * 8) % below === 0 ? ((above * 8) / below) * micronsPerEighth : undefined

/** Replaces fraction characters by a space and plain digits: `20⅜` becomes `20 3/8`. */
const spacedFractions = (text: string) =>
  text.replace(/[½¼¾⅛⅜⅝⅞]/g, (sign) => ` ${sign.normalize('NFKC').replace('⁄', '/')}`)

/** The value of a point of measure in one size. `by_hand` means that it was typed and does not follow the grade. */
export interface SizeValue {
  size_id: number
  value_mm: string
  by_hand: boolean
}

/** The sizes of a table in order, and the base size from which the others are graded. */
export interface TableSizes {
  ids: readonly number[]
  base: number | null
}

/**
 * The values of a row after grading: every size that was not typed follows from the base size by the grade step.
 * Without a base value or a step the row is returned unchanged.
 */
export const gradedValues = <V extends SizeValue>(
  values: readonly V[],
  step: unknown,
  { ids, base }: TableSizes,
): (V | SizeValue)[] => {
  const baseIndex = base === null ? -1 : ids.indexOf(base)
  const start = micronsOf(values.find(({ size_id }) => size_id === base)?.value_mm)
  const grade = micronsOf(step)
  if (baseIndex < 0 || start === null || grade === null) return [...values]
  const graded = ids.flatMap((size_id, index): (V | SizeValue)[] => {
    const current = values.find((value) => value.size_id === size_id)
    if (current && (current.by_hand || size_id === base)) return [current]
    const value_mm = mmOf(Math.max(0, start + grade * (index - baseIndex)))
    return [current ? { ...current, value_mm, by_hand: false } : { size_id, value_mm, by_hand: false }]
  })
  return [...graded, ...values.filter(({ size_id }) => !ids.includes(size_id))]
}

/**
 * The values of a row after typing one size. It is marked `by_hand` unless it equals the graded value. Null clears the
 * size, which then follows the grade again.
 */
export const withSizeValue = <V extends SizeValue>(
  values: readonly V[],
  size_id: number,
  value_mm: string | null,
  step: unknown,
  sizes: TableSizes,
): (V | SizeValue)[] => {
  const others = values.filter((value) => value.size_id !== size_id)
  const current = values.find((value) => value.size_id === size_id)
  const isBase = size_id === sizes.base
  if (value_mm === null) return gradedValues(others, step, sizes)
  const gradedValue = isBase ? undefined : gradedValues(others, step, sizes).find((value) => value.size_id === size_id)
  const by_hand = !isBase && micronsOf(gradedValue?.value_mm) !== micronsOf(value_mm)
  const next = current ? { ...current, value_mm, by_hand } : { size_id, value_mm, by_hand }
  return gradedValues([...others, next], step, sizes)
}

/** The grade step that the values follow from size to size; null if they do not follow a constant step. */
export const inferredStep = (values: ReadonlyMap<number, string | null>, ids: readonly number[]): string | null => {
  const written = ids.flatMap((id) => micronsOf(values.get(id)) ?? [])
  const [first, second] = written
  if (first === undefined || second === undefined || written.length < ids.length) return null
  const step = second - first
  return written.every((value, at) => value === first + step * at) ? mmOf(step) : null
}

/** The smallest and largest allowed length, in millimetres; null without a value. */
export const toleranceRange = (
  value_mm: unknown,
  plus: unknown,
  minus: unknown,
): { min: string; max: string } | null => {
  const value = micronsOf(value_mm)
  if (value === null) return null
  return { min: mmOf(Math.max(0, value - (micronsOf(minus) ?? 0))), max: mmOf(value + (micronsOf(plus) ?? 0)) }
}
