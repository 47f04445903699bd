/** How many open order lines a change of a requirement profile affects. */
export interface ProfileEffect {
  /** All open lines. */
  open: number
  /** Those that would need something else. */
  changed: number
  /** For how many lines each requirement would be added or removed. */
  requirements: { name: string; added: number; removed: number }[]
  /** Those that would need accreditations by other programmes. */
  regrouped: number
}
