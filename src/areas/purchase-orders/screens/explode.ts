/**
 * Shares a total among sizes by their ratios: whole units down, and what is left over to the largest fractions, the
 * earlier size first. All zero where the ratios say nothing.
 */
export const explode = (total: number, ratios: readonly number[]): number[] => {
  const whole = ratios.reduce((sum, ratio) => sum + ratio, 0)
  if (whole <= 0 || total <= 0) return ratios.map(() => 0)
  const exact = ratios.map((ratio) => (total * ratio) / whole)
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((sum, share) => sum + share, 0)
  const byFraction = exact
    .map((share, index) => ({ index, fraction: share - Math.floor(share) }))
    .sort((one, other) => other.fraction - one.fraction || one.index - other.index)
  for (const { index } of byFraction.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
