import type { LengthUnit } from './lengths'

/** Thousandths of a millimetre as a whole number, in which everything is calculated; null where there is no length. */
export const micronsOf = (mm: unknown): number | null => {
  if (mm === null || mm === undefined || mm === '') return null
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,3})0*)?$/.exec(String(mm))
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const microns = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return sign && microns !== 0 ? -microns : microns
}

/** The same as millimetres, as records store them: `508`, `514.35`. */
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
 * A stored length in a unit: centimetres to the nearest millimetre (`51.4`), inches to the nearest eighth (`20 1/4`). What
 * was typed in the unit is written as it was typed.
 */
export const writeLength = (mm: unknown, unit: LengthUnit): string => {
  const microns = micronsOf(mm)
  if (microns === null) return ''
  return unit === 'cm'
    ? decimalOf(nearest(microns, micronsPerTenth), 1)
    : writeEighths(nearest(microns, micronsPerEighth))
}

/** How many of `step` come nearest; halves go away from zero. */
const nearest = (microns: number, step: number) => Math.sign(microns) * Math.round(Math.abs(microns) / step)

const writeEighths = (eighths: number): string => {
  const size = Math.abs(eighths)
  const [whole, rest] = [Math.floor(size / 8), size % 8]
  const divisor = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1
  const fraction = rest === 0 ? '' : `${rest / divisor}/${8 / divisor}`
  return `${eighths < 0 ? '-' : ''}${[whole || (rest === 0 ? 0 : ''), fraction].filter((part) => part !== '').join(' ')}`
}

/**
 * Reads a length as people and spreadsheets write it, in `unit` unless it names its own: `51.4`, `51,4`, `514 mm`,
 * `20 3/8`, `20-3/8"`, `20⅜`, `+1/4`. Answers millimetres, null for an empty cell or a dash, and undefined for what is no
 * length or no whole number of eighths.
 */
export const readLength = (text: string, unit: LengthUnit): string | null | undefined => {
  const typed = withoutVulgar(text).normalize('NFKC').replaceAll('⁄', '/').trim().toLowerCase()
  if (typed === '' || /^[-−–—]$/.test(typed)) return null
  // Tables write the minus with a sign of its own, or with a dash, and both signs as one or as `+/-`.
  const sign = /^(?:\+\/[-−–]|[-−–]\/\+|[-−–+±])?/.exec(typed)?.[0] ?? ''
  const end = unitAtEnd.exec(typed)
  const named = end?.[1]
  const digits = typed.slice(sign.length, end?.index).trim()
  const microns = read(digits, named ? unitsByName[named] : unit)
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

const read = (digits: string, unit: LengthUnit | 'mm' = 'cm'): number | undefined =>
  unit === 'in' ? readInches(digits) : readDecimal(digits, unit === 'cm' ? 4 : 3)

/** Whole thousandths of a millimetre from a decimal whose last possible digit is the `places`th after the point. */
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

/** Thousandths of a millimetre of `above` / `below` inches; undefined unless these are whole eighths. */
const eighthsOf = (above: number, below: number): number | undefined =>
  below > 0 && (above * 8) % below === 0 ? ((above * 8) / below) * micronsPerEighth : undefined

/** Fractions of one sign with a blank before them: `20⅜` means 20 and 3/8. */
const withoutVulgar = (text: string) =>
  text.replace(/[½¼¾⅛⅜⅝⅞]/g, (sign) => ` ${sign.normalize('NFKC').replace('⁄', '/')}`)

/** The measure of a point in one size. */
export interface SizeValue {
  size_id: number
  value_mm: string
  by_hand: boolean
}

/** The sizes of a table in their order, and the one that the others follow from. */
export interface TableSizes {
  ids: readonly number[]
  base: number | null
}

/**
 * The values of a row once each size that nobody wrote follows from the base size by the grade step. Without a base value
 * or a step the row stays as it was written.
 */
export const gradedValues = <V extends SizeValue>(
  values: readonly V[],
  step: unknown,
  { ids, base }: TableSizes,
): (V | SizeValue)[] => {
  const at = base === null ? -1 : ids.indexOf(base)
  const start = micronsOf(values.find(({ size_id }) => size_id === base)?.value_mm)
  const grade = micronsOf(step)
  if (at < 0 || start === null || grade === null) return [...values]
  const graded = ids.flatMap((size_id, index): (V | SizeValue)[] => {
    const present = values.find((value) => value.size_id === size_id)
    if (present && (present.by_hand || size_id === base)) return [present]
    const value_mm = mmOf(Math.max(0, start + grade * (index - at)))
    return [present ? { ...present, value_mm, by_hand: false } : { size_id, value_mm, by_hand: false }]
  })
  return [...graded, ...values.filter(({ size_id }) => !ids.includes(size_id))]
}

/**
 * A row after a size was written: by hand, unless it is what the grade gives anyway. Null empties the size, which then
 * follows the grade again.
 */
export const withSizeValue = <V extends SizeValue>(
  values: readonly V[],
  size_id: number,
  value_mm: string | null,
  step: unknown,
  sizes: TableSizes,
): (V | SizeValue)[] => {
  const others = values.filter((value) => value.size_id !== size_id)
  const present = values.find((value) => value.size_id === size_id)
  const isBase = size_id === sizes.base
  if (value_mm === null) return gradedValues(others, step, sizes)
  const followed = isBase ? undefined : gradedValues(others, step, sizes).find((value) => value.size_id === size_id)
  const by_hand = !isBase && micronsOf(followed?.value_mm) !== micronsOf(value_mm)
  const next = present ? { ...present, value_mm, by_hand } : { size_id, value_mm, by_hand }
  return gradedValues([...others, next], step, sizes)
}

/** The grade that written values follow from size to size; null where they follow none. */
export const inferredStep = (values: ReadonlyMap<number, string | null>, ids: readonly number[]): string | null => {
  const written = ids.flatMap((id) => micronsOf(values.get(id)) ?? [])
  const [first, second] = written
  if (first === undefined || second === undefined || written.length < ids.length) return null
  const step = second - first
  return written.every((value, at) => value === first + step * at) ? mmOf(step) : null
}

/** What a garment may measure at least and at most, in millimetres. */
export const toleranceRange = (
  value_mm: unknown,
  plus: unknown,
  minus: unknown,
): { min: string; max: string } | null => {
  const value = micronsOf(value_mm)
  if (value === null) return null
  return { min: mmOf(Math.max(0, value - (micronsOf(minus) ?? 0))), max: mmOf(value + (micronsOf(plus) ?? 0)) }
}
