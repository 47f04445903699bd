import { asPortal } from '#server/kit/as-portal.ts'
import { conflict } from '#server/kit/errors.ts'
import type { AreaServer, Change, Doc, MoveHooks, Work } from '#server/kit/kit.ts'
import { type Area, canBeArchived, canBeDeleted, columnsOf, type Register, rowsOf, tableOf } from '#shared/kit/area.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { successorProblem } from '#shared/trade/succession.ts'

/** The server half of areas whose records are successive versions: their numbering and the hooks of their moves. */
export interface Succession {
  /** Numbers new versions and reports codes that already exist. Call it in `prepare`, once the code is known. */
  number(work: Work, changes: readonly Change[]): Promise<Problem[][]>
  revise: MoveHooks
  /** Hooks of the move that brings a version into use. */
  takeOver: MoveHooks
  /**
   * A version that has been in use cannot be deleted; it is archived only once nothing new refers to it (`deletedIn`,
   * `archivedIn`).
   */
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
      const firstVersions = changes.filter(({ before, after }) => !before && !predecessor && !after.version_no)
      for (const { before, after } of changes)
        if (!before && predecessor)
          Object.assign(after, {
            [code]: predecessor[code],
            version_no: Number(predecessor.version_no) + 1,
            predecessor_id: predecessor.id,
          })
      const existingCodes = await findCodes(work, firstVersions)
      for (const { after } of firstVersions) after.version_no = 1
      return changes.map((change): Problem[] =>
        firstVersions.includes(change) && existingCodes.has(String(change.after[code]))
          ? [problem(textOf('problems.successions.code_exists', { code: String(change.after[code]) }), code)]
          : [],
      )
    },
    revise: { guard: successorProblems, effect: revise },
    takeOver: { guard: laterVersionProblems, effect: supersedePredecessor },
    mayDelete: (_work, doc) =>
      canBeDeleted(area, doc) ? [] : [problem(textOf('problems.successions.only_drafts_deleted'))],
    removed: (work, doc) => {
      if (work.action === 'archive' && !canBeArchived(area, doc))
        throw conflict('guard', textOf('problems.successions.in_use_not_archived'))
    },
  }

  /** Those codes of new versions that other records already have. */
  async function findCodes({ tx }: Work, changes: readonly Change[]): Promise<Set<string>> {
    const codes = changes.flatMap(({ after }) => (after[code] ? [String(after[code])] : []))
    if (codes.length === 0) return new Set()
    const rows = await tx.query<{ code: string }>(
      `select ${code} as code from ${table} where ${code} = any($1::text[])`,
      [codes],
      `${table}_existing_codes`,
    )
    return new Set(rows.map((row) => row.code))
  }

  /** The move has locked the version, so the second of two concurrent revisions finds the draft of the first. */
  async function successorProblems({ tx }: Work, target: Doc): Promise<Problem[]> {
    const [successor] = await tx.query<{ version_no: number }>(
      `select version_no from ${table} where predecessor_id = $1`,
      [target.id],
      `${table}_successor`,
    )
    return successor ? [successorProblem(successor.version_no)] : []
  }

  /** Creates the draft in the caller's name as a copy of the version. */
  async function revise(work: Work, target: Doc) {
    const creation: Work = { ...work, action: 'create', isCopy: true, onSent: undefined }
    predecessors.set(creation, target)
    await work.kit.repository(area.name).create(creation, [copyOf(area, work.kit.register, target)])
  }

  /** A retired version can be brought back only while no later version is in use. */
  async function laterVersionProblems({ tx }: Work, target: Doc): Promise<Problem[]> {
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

/** The version that a new draft succeeds, by the write that creates the draft. */
const predecessors = new WeakMap<Work, Doc>()

/** The values that a person could have entered into a new record, with its rows at every depth. */
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
