/** The result of distributing a total; `extra` are the positions that got a unit by rounding. */
export interface Shares {
  shares: number[]
  extra: number[]
}

/**
 * Distributes a total by ratios: rounds down to whole units, then gives the remaining units to the largest fractions,
 * earlier positions first. All shares are zero when the ratios are zero.
 */
export const splitByRatio = (total: number, ratios: readonly number[]): Shares => {
  const sumOfRatios = ratios.reduce((sum, ratio) => sum + ratio, 0)
  if (sumOfRatios <= 0 || total <= 0) return { shares: ratios.map(() => 0), extra: [] }
  const shares = ratios.map((ratio) => Math.floor((total * ratio) / sumOfRatios))
  const remainder = total - shares.reduce((sum, share) => sum + share, 0)
  // Comparing remainders avoids rounding of fractions.
  const extra = ratios
    .map((ratio, index) => ({ index, rest: (total * ratio) % sumOfRatios }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
    .slice(0, remainder)
    .map(({ index }) => index)
  for (const index of extra) shares[index] = (shares[index] ?? 0) + 1
  return { shares, extra: extra.sort((a, b) => a - b) }
}

/** Only the shares. */
export const explode = (total: number, ratios: readonly number[]): number[] => splitByRatio(total, ratios).shares
