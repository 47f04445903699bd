/** A total shared out; `extra` are the positions that got one of the units left over. */
export interface Shares {
  shares: number[]
  extra: number[]
}

/**
 * Distributes a total among sizes by their ratios: whole units rounded down, and the rest to the largest fractions,
 * earlier sizes first. All zero when the ratios are zero.
 */
export const splitByRatio = (total: number, ratios: readonly number[]): Shares => {
  const whole = ratios.reduce((sum, ratio) => sum + ratio, 0)
  if (whole <= 0 || total <= 0) return { shares: ratios.map(() => 0), extra: [] }
  const shares = ratios.map((ratio) => Math.floor((total * ratio) / whole))
  const left = total - shares.reduce((sum, share) => sum + share, 0)
  // Comparing remainders avoids rounding of fractions.
  const extra = ratios
    .map((ratio, index) => ({ index, rest: (total * ratio) % whole }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
    .slice(0, left)
    .map(({ index }) => index)
  for (const index of extra) shares[index] = (shares[index] ?? 0) + 1
  return { shares, extra: extra.sort((a, b) => a - b) }
}

/** Only the shares. */
export const explode = (total: number, ratios: readonly number[]): number[] => splitByRatio(total, ratios).shares
