import { divide, multiply, round, withoutTrailingZeros } from '#shared/base/money.ts'

/** Systems of yarn count. Nm and Ne are length per mass; tex, dtex and denier are mass per length. */
export const countSystems = ['Nm', 'Ne', 'tex', 'dtex', 'denier'] as const
export type CountSystem = (typeof countSystems)[number]

/** tex = 1000 / Nm = 590.54 / Ne; dtex = 10 tex; denier = 9 tex. */
const byLength = { Nm: '1000', Ne: '590.54' } as const
const byMass = { tex: '1', dtex: '10', denier: '9' } as const

/**
 * Converts a count to another system, rounded to two decimals: 48 Nm is 20.83 tex, 30 Ne is 19.68 tex. Throws
 * RangeError for a count of 0 and for text that is not a decimal.
 */
export const convertCount = (count: string, from: CountSystem, to: CountSystem): string => {
  if (from === to) return round(count, 2)
  const tex = isByLength(from) ? divide(byLength[from], count, precision) : divide(count, byMass[from], precision)
  return isByLength(to) ? divide(byLength[to], tex, 2) : round(multiply(tex, byMass[to]), 2)
}

/** Decimals of the intermediate value in tex, so that only the last step rounds. */
const precision = 12

const isByLength = (system: CountSystem): system is keyof typeof byLength => system in byLength

/**
 * Formats a count with its plies as the trade writes it: `Nm 2/48` with the plies first, `Ne 30/2` with the plies last,
 * and masses per length as `20.83 tex × 2`. For a single yarn, Nm and Ne include the 1, the others only the count.
 */
export const countNotation = (count: string, system: CountSystem, plies: number): string => {
  const plain = withoutTrailingZeros(count)
  if (system === 'Nm') return `Nm ${plies}/${plain}`
  if (system === 'Ne') return `Ne ${plain}/${plies}`
  return plies > 1 ? `${plain} ${system} × ${plies}` : `${plain} ${system}`
}

/** The count in all five systems; an empty list while it is not a valid count. */
export const countInAllSystems = (count: string, from: CountSystem): { system: CountSystem; count: string }[] =>
  /^\d{1,8}(\.\d{1,8})?$/.test(count) && Number(count) > 0
    ? countSystems.map((system) => ({ system, count: withoutTrailingZeros(convertCount(count, from, system)) }))
    : []
