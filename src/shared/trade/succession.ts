import type { AnyRecord } from '#shared/kit/area.ts'
import { integer, longText, reference } from '#shared/kit/fields.ts'
import type { Move, Tone } from '#shared/kit/lifecycle.ts'
import type { Audience } from '#shared/kit/roles.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/**
 * Libraries whose records follow one another as versions: what orders refer to is never edited. A change is a new draft
 * with the same code; activating it supersedes the version before it. The server's half is `serveSuccession`.
 */
export const versionStates = {
  draft: 'neutral',
  active: 'success',
  superseded: 'neutral',
  retired: 'neutral',
} as const satisfies Record<string, Tone>
export type VersionState = keyof typeof versionStates

/** The fields that every version has; `area` is the versions' own. */
export const versionFields = <const T extends string>(area: T) => ({
  version_no: integer({ readOnly: true, min: 1, sort: true }),
  predecessor_id: reference(area, { readOnly: true, unique: true }),
})

/** The moves of versions: `revises` makes a draft after an active or retired version, `decides` brings versions into use. */
export const versionMoves = ({ revises, decides }: { revises: Audience; decides: Audience }) =>
  ({
    activate: { from: ['draft', 'retired'], to: 'active', by: decides },
    revise: { from: ['active', 'retired'], by: revises },
    retire: {
      from: ['active'],
      to: 'retired',
      by: decides,
      asks: { reason: longText({ required: true, max: 500 }) },
      danger: true,
    },
    supersede: { from: ['active', 'retired'], to: 'superseded', by: [] },
  }) as const satisfies Record<string, Move<VersionState>>

/** A version is edited until it is in use. */
export const editableVersion: NonNullable<Rules['editable']> =
  ({ status }: AnyRecord) =>
  () =>
    status === 'draft'

/** Why a version gets no further draft: it has one already. */
export const successorProblem = (version_no: number) =>
  problem(textOf('problems.successions.open_successor', { version: version_no }))
