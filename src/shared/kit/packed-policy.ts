/**
 * Policy lines by area and by who has the rights: `{ labels: { 'role:admin role:Office': ['create', 'code/write'] } }`.
 * Most rights have the same few audiences, so this is a fourth of the lines.
 */
export type PackedPolicy = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Packs lines `[subject, object, action]` of areas and their fields. */
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

/** The lines again, in another order. */
export const unpackPolicy = (packed: PackedPolicy): string[][] =>
  Object.entries(packed).flatMap(([area, byAudience]) =>
    Object.entries(byAudience).flatMap(([audience, rights]) =>
      rights.flatMap((right) => {
        const [, field, action = ''] = /^(?:(.+)\/)?([^/]+)$/.exec(right) ?? []
        return audience.split(' ').map((subject) => [subject, field ? `${area}/${field}` : area, action])
      }),
    ),
  )
