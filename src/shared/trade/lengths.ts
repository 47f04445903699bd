import { decimal } from '#shared/kit/fields.ts'

/**
 * Lengths of measurement tables are stored once, in millimetres with three decimals: an eighth of an inch is 3.175 mm
 * and a tenth of a centimetre 1 mm, so that both units are exact and neither is rounded into the other.
 */
export const lengthDigits = 3

/** The measure of a garment in one size, in millimetres. */
export const length = () => decimal({ digits: lengthDigits, required: true, min: '0', max: '5000' })

/** How much longer or shorter than specified a garment may be, in millimetres; both sides are stated without a sign. */
export const tolerance = () => decimal({ digits: lengthDigits, min: '0', max: '500' })

/** By how much a measure grows from one size to the next, in millimetres; negative where it shrinks. */
export const gradeStep = () => decimal({ digits: lengthDigits, min: '-500', max: '500' })

const specified = () => decimal({ digits: lengthDigits, readOnly: true })

/** What the specification says of a point of measure in one size, as it was when the rows of a record were made. */
export const specifiedLengths = () => ({
  spec_mm: specified(),
  tol_plus_mm: specified(),
  tol_minus_mm: specified(),
})

/** The units in which tables are written and read. */
export const lengthUnits = ['cm', 'in'] as const
export type LengthUnit = (typeof lengthUnits)[number]
export const isLengthUnit = (unit: unknown): unit is LengthUnit => lengthUnits.some((known) => known === unit)
