import { decimal } from '#shared/kit/fields.ts'

/**
 * Lengths of measurement tables are stored in millimetres with three decimals. An eighth of an inch is 3.175 mm and a
 * tenth of a centimetre 1 mm, so that both units are exact and no length is rounded between them.
 */
export const lengthDigits = 3

/** A field for the measure of a garment in one size, in millimetres. */
export const length = () => decimal({ digits: lengthDigits, required: true, min: '0', max: '5000' })

/** A field for a tolerance in millimetres, without a sign. */
export const tolerance = () => decimal({ digits: lengthDigits, min: '0', max: '500' })

/** A field for the difference of a measure from one size to the next, in millimetres; negative if it decreases. */
export const gradeStep = () => decimal({ digits: lengthDigits, min: '-500', max: '500' })

const specified = () => decimal({ digits: lengthDigits, readOnly: true })

/**
 * Read-only fields for the specified length of a point of measure in one size, copied when the rows of a record are
 * created.
 */
export const specifiedLengths = () => ({
  spec_mm: specified(),
  tol_plus_mm: specified(),
  tol_minus_mm: specified(),
})

/** The units in which measurement tables are shown and entered. */
export const lengthUnits = ['cm', 'in'] as const
export type LengthUnit = (typeof lengthUnits)[number]
export const isLengthUnit = (unit: unknown): unit is LengthUnit => lengthUnits.some((known) => known === unit)
