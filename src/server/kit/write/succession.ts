import { asPortal } from '#server/kit/as-portal.ts'
import { conflict } from '#server/kit/errors.ts'
import type { AreaServer, Change, Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { type Area, columnsOf, isArchivedIn, isDeletedIn, type Register, rowsOf, tableOf } from '#shared/kit/area.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { successorProblem } from '#shared/trade/succession.ts'

/** The server's half of versions that follow one another: what completes them, and the hooks of their moves. */
export interface Succession {
  /** Numbers new versions; reports codes that stand already. Call it in `prepare`, once the code is known. */
  number(work: Work, changes: readonly Change[]): Promise<Problem[][]>
  revise: MoveHooks
  /** Hooks of the move that brings a version into use. */
  takeOver: MoveHooks
  /** A version that was in use stays, and is archived only once nothing new refers to it (`deletedIn`, `archivedIn`). */
  mayDelete: NonNullable<AreaServer['mayDelete']>
  removed: NonNullable<AreaServer['removed']>
}

/**
 * For an area with `versionFields` and a move `supersede`; `code` is the field that all versions of a record share. A
 * version has been in use once it is in a state that `supersede` leads from or to.
 */
export const serveSuccession = (area: Area, code: string): Succession => {
  const table = tableOf(area)
  const { from: precedingStates = [], to: supersededState } = area.lifecycle?.moves.supersede ?? {}
  const usedStates = [...precedingStates, ...(supersededState ? [supersededState] : [])]

  return {
    number: async (work, changes) => {
      const predecessor = predecessors.get(work)
      const first = changes.filter(({ before, after }) => !before && !predecessor && !after.version_no)
      for (const { before, after } of changes)
        if (!before && predecessor)
          Object.assign(after, {
            [code]: predecessor[code],
            version_no: Number(predecessor.version_no) + 1,
            predecessor_id: predecessor.id,
          })
      const standing = await standingCodes(work, first)
      for (const { after } of first) after.version_no = 1
      return changes.map((change): Problem[] =>
        first.includes(change) && standing.has(String(change.after[code]))
          ? [problem(textOf('problems.successions.code_exists', { code: String(change.after[code]) }), code)]
          : [],
      )
    },
    revise: { guard: openSuccessor, effect: revise },
    takeOver: { guard: laterVersion, effect: supersedePredecessor },
    mayDelete: (_work, doc) =>
      isDeletedIn(area, doc) ? [] : [problem(textOf('problems.successions.only_drafts_deleted'))],
    removed: (work, doc) => {
      if (work.action === 'archive' && !isArchivedIn(area, doc))
        throw conflict('guard', textOf('problems.successions.in_use_not_archived'))
    },
  }

  async function standingCodes({ tx }: Work, changes: readonly Change[]): Promise<Set<string>> {
    const codes = changes.flatMap(({ after }) => (after[code] ? [String(after[code])] : []))
    if (codes.length === 0) return new Set()
    const rows = await tx.query<{ code: string }>(
      `select ${code} as code from ${table} where ${code} = any($1::text[])`,
      [codes],
      `${table}_standing_codes`,
    )
    return new Set(rows.map((row) => row.code))
  }

  /** The version was locked with the move, so that of two people who revise it the second one finds the first one's draft. */
  async function openSuccessor({ tx }: Work, target: Doc): Promise<Problem[]> {
    const [successor] = await tx.query<{ version_no: number }>(
      `select version_no from ${table} where predecessor_id = $1`,
      [target.id],
      `${table}_successor`,
    )
    return successor ? [successorProblem(successor.version_no)] : []
  }

  /** The new draft is the person's who asks; it starts with all that the version says. */
  async function revise(work: Work, target: Doc) {
    const making: Work = { ...work, action: 'create', isCopy: true, onSent: undefined }
    predecessors.set(making, target)
    await work.kit.repository(area.name).create(making, [copyOf(area, work.kit.register, target)])
  }

  /** A retired version comes back only while no later one is in use. */
  async function laterVersion({ tx }: Work, target: Doc): Promise<Problem[]> {
    const [later] = await tx.query<{ version_no: number }>(
      `select version_no from ${table} where ${code} = $1 and version_no > $2 and status = any($3::text[]) limit 1`,
      [target[code], target.version_no, usedStates],
      `${table}_later`,
    )
    return later ? [problem(textOf('problems.successions.later_version', { version: later.version_no }))] : []
  }

  async function supersedePredecessor(work: Work, target: Doc) {
    if (!target.predecessor_id) return
    const [predecessor] = await work.tx.query<{ id: number; version: number }>(
      `select id, version from ${table} where id = $1 and status = any($2::text[]) and archived_at is null for update`,
      [target.predecessor_id, precedingStates],
      `${table}_predecessor`,
    )
    if (!predecessor) return
    await work.kit
      .repository(area.name)
      .move(asPortal(work, 'supersede'), predecessor.id, 'supersede', { version: predecessor.version })
  }
}

/** The version that a new draft follows, by the write that makes it. */
const predecessors = new WeakMap<Work, Doc>()

/** What a person could have typed into a new record, with its rows and those below them. */
const copyOf = (area: Area, register: Register, from: Doc): Doc => ({
  ...Object.fromEntries(
    columnsOf(area).flatMap(([name, { options }]) =>
      options.readOnly || name === area.partOf?.by || from[name] === null || from[name] === undefined
        ? []
        : [[name, from[name]]],
    ),
  ),
  ...Object.fromEntries(
    rowsOf(area).flatMap(([name, { options }]) => {
      const rows = from[name]
      const child = register.get(options.to ?? '')
      return options.readOnly || !Array.isArray(rows)
        ? []
        : [[name, (rows as Doc[]).map((row) => copyOf(child, register, row))]]
    }),
  ),
})
