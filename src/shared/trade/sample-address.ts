/** The address of a sample’s page, before its id. */
export const recordPath = '/apps/sample_management/sample_detail'

/**
 * The id of the sample that a scanned label names: its address, wherever the portal runs, or the id alone; null for
 * others.
 */
export const sampleIdIn = (scanned: string): number | null => {
  const [, id] =
    /^https?:\/\/[^/\s]{1,255}\/apps\/sample_management\/sample_detail\/([1-9]\d{0,14})(?:[/?#]|$)/.exec(
      scanned.trim(),
    ) ?? []
  return id ? Number(id) : null
}

/**
 * The number of a request as people type it: `sr-2026-000123`, or its last digits with this year’s prefix; null for
 * others.
 */
export const requestNoIn = (typed: string): string | null => {
  const text = typed.normalize('NFKC').trim().toUpperCase()
  return /^SR-\d{4}-\d{6,9}$/.test(text) ? text : null
}
