import type { AnyRecord } from '#shared/kit/area.ts'
import { date, integer, longText, reference } from '#shared/kit/fields.ts'
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

/**
 * The moves of versions: `revises` makes a draft after an active or retired version, `decides` brings versions into
 * use.
 */
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

/**
 * Versions that somebody else approves than the one who submitted them (`approverProblem`), at once or from a later day
 * on.
 */
export const reviewedStates = {
  draft: 'neutral',
  under_review: 'warning',
  scheduled: 'info',
  active: 'success',
  superseded: 'neutral',
  retired: 'neutral',
} as const satisfies Record<string, Tone>
export type ReviewedState = keyof typeof reviewedStates

/** The moves of versions that are reviewed: `drafts` writes and submits them, `decides` approves them. */
export const reviewedMoves = ({ drafts, decides }: { drafts: Audience; decides: Audience }) => {
  const { activate, revise, retire, supersede } = versionMoves({ revises: drafts, decides })
  // Suppliers learn that a version is in use, and not what was said of it before.
  return {
    submit: { from: ['draft'], to: 'under_review', by: drafts, internal: true },
    approve: { from: ['under_review'], to: 'active', by: decides, asks: comment, internalComment: true },
    // Approved as well, but the version before it stays in use until that day.
    schedule: {
      from: ['under_review'],
      to: 'scheduled',
      by: decides,
      internalComment: true,
      asks: { effective_from: date({ required: true, starts: 'effective_from' }), ...comment },
    },
    send_back: {
      from: ['under_review', 'scheduled'],
      to: 'draft',
      by: drafts,
      internal: true,
      asks: { comment: longText({ required: true, max: 500 }) },
    },
    activate: { ...activate, from: ['scheduled', 'retired'] },
    revise,
    retire,
    supersede,
  } as const satisfies Record<string, Move<ReviewedState>>
}

const comment = { comment: longText({ max: 500 }) }

/** Why the caller cannot approve a version: nobody but them has looked at it. */
export const approverProblem: NonNullable<NonNullable<Rules['guards']>[string]> = ({ submitted_by }, { me }) =>
  submitted_by !== null && submitted_by !== undefined && submitted_by === me.id
    ? [problem(textOf('problems.successions.own_submission'))]
    : []

/** A version is edited until it is in use. */
export const editableVersion: NonNullable<Rules['editable']> =
  ({ status }: AnyRecord) =>
  () =>
    status === 'draft'

/** Why a version gets no further draft: it has one already. */
export const successorProblem = (version_no: number) =>
  problem(textOf('problems.successions.open_successor', { version: version_no }))
