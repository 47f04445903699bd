import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { rightsOf } from '#server/kit/rights.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { mayMove } from '#shared/kit/lifecycle.ts'
import type { Problem, Rules } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'

/** Whether the caller may make a move now, the reason if not, and the warnings to confirm first. */
export interface OfferedMove {
  name: string
  allowed: boolean
  reason: Text | null
  warnings?: Text[]
}

/** The moves of a record that the caller has the right to, judged by its state and the guards. */
export const offeredMoves = async (
  kit: Kit,
  work: Work,
  area: Area,
  rules: Rules,
  record: Doc,
): Promise<OfferedMove[]> => {
  const { can } = rightsOf(kit, work.me)
  const judged = Object.keys(area.lifecycle?.moves ?? {})
    .map((name) => ({ name, verdict: mayMove(can, area, name, record) }))
    .filter(({ verdict }) => verdict !== 'role')
  return Promise.all(
    judged.map(async ({ name, verdict }): Promise<OfferedMove> => {
      if (verdict !== 'allowed') return { name, allowed: false, reason: illegalMove(area, name, String(record.status)) }
      const [problem] = await guardProblems(kit, work, area, rules, name, record, record)
      if (problem) return { name, allowed: false, reason: problem.text }
      const warnings = (rules.cautions?.[name]?.(record as AnyRecord, work.context) ?? []).map(({ text }) => text)
      return { name, allowed: true, reason: null, ...(warnings.length > 0 ? { warnings } : {}) }
    }),
  )
}

/** Problems that the guards of a move report: those of `rules.ts`, then those that need the database. */
export const guardProblems = async (
  kit: Kit,
  work: Work,
  area: Area,
  rules: Rules,
  move: string,
  record: Doc,
  doc: Doc,
): Promise<Problem[]> => [
  ...(rules.guards?.[move]?.(record as AnyRecord, work.context) ?? []),
  ...((await kit.server(area.name).moves?.[move]?.guard?.(work, record, doc)) ?? []),
]

export const illegalMove = (area: Area, move: string, state: string): Text =>
  textOf('messages.illegal_move', {
    move: textOf(`areas.${area.name}.moves.${move}`),
    state: textOf(`areas.${area.name}.states.${state}`),
  })
