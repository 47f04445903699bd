/** The effect of a change of a requirement profile on open order lines. */
export interface ProfileEffect {
  /** Number of all open lines. */
  open: number
  /** Number of lines whose requirements would change. */
  changed: number
  /** For each requirement, the number of lines for which it would be added or removed. */
  requirements: { name: string; added: number; removed: number }[]
  /** Number of lines that would need accreditations of other programmes. */
  regrouped: number
}
