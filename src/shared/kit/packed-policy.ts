/**
 * Policy lines grouped by area and by audience: `{ labels: { 'role:admin role:Office': ['create', 'code/write'] } }`.
 * Most rights share a few audiences, so this form has a quarter of the size; it is what the browser downloads.
 */
export type PackedPolicy = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Packs the lines `[subject, object, action]` of `areaLines`. */
export const packPolicy = (lines: readonly string[][]): PackedPolicy => {
  const audiences = new Map<string, string[]>()
  for (const [subject = '', object, action] of lines) {
    const right = `${object} ${action}`
    audiences.set(right, [...(audiences.get(right) ?? []), subject])
  }
  const packed: Record<string, Record<string, string[]>> = {}
  for (const [right, subjects] of audiences) {
    const [, area = '', field, action = ''] = /^([^/ ]+)(?:\/(\S+))? (\S+)$/.exec(right) ?? []
    const audience = subjects.join(' ')
    const rights = packed[area] ?? {}
    packed[area] = { ...rights, [audience]: [...(rights[audience] ?? []), field ? `${field}/${action}` : action] }
  }
  return packed
}

/** The inverse of `packPolicy`, except for the order of the lines. */
export const unpackPolicy = (packed: PackedPolicy): string[][] =>
  Object.entries(packed).flatMap(([area, byAudience]) =>
    Object.entries(byAudience).flatMap(([audience, rights]) =>
      rights.flatMap((right) => {
        const [, field, action = ''] = /^(?:(.+)\/)?([^/]+)$/.exec(right) ?? []
        return audience.split(' ').map((subject) => [subject, field ? `${area}/${field}` : area, action])
      }),
    ),
  )
