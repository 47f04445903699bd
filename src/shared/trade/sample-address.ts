/** Path of a sample's page, without its id. */
export const recordPath = '/apps/sample_management/sample_detail'

/**
 * The id of the sample on a scanned label: from its address, whatever the host, or the id alone; null for any other
 * text.
 */
export const sampleIdIn = (scanned: string): number | null => {
  const [, id] =
    /^https?:\/\/[^/\s]{1,255}\/apps\/sample_management\/sample_detail\/([1-9]\d{0,14})(?:[/?#]|$)/.exec(
      scanned.trim(),
    ) ?? []
  return id ? Number(id) : null
}

/**
 * Parses a typed request number: `sr-2026-000123`, or its last digits, which get the prefix of this year; null for any
 * other text.
 */
export const requestNoIn = (typed: string): string | null => {
  const text = typed.normalize('NFKC').trim().toUpperCase()
  return /^SR-\d{4}-\d{6,9}$/.test(text) ? text : null
}
