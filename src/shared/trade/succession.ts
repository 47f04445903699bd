import type { AnyRecord } from '#shared/kit/area.ts'
import { date, integer, longText, reference } from '#shared/kit/fields.ts'
import type { Move, Tone } from '#shared/kit/lifecycle.ts'
import type { Audience } from '#shared/kit/roles.ts'
import { problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/**
 * The states of libraries whose records succeed one another as versions, because a version that orders refer to is
 * never edited. A change is a new draft with the same code; activating it supersedes the version before it. The server
 * part is `serveSuccession`.
 */
export const versionStates = {
  draft: 'neutral',
  active: 'success',
  superseded: 'neutral',
  retired: 'neutral',
} as const satisfies Record<string, Tone>
export type VersionState = keyof typeof versionStates

/** The fields of every version; `area` is the name of the area itself. */
export const versionFields = <const T extends string>(area: T) => ({
  version_no: integer({ readOnly: true, min: 1, sort: true }),
  predecessor_id: reference(area, { readOnly: true, unique: true }),
})

/**
 * The moves of versions. `revises` may draft a successor of an active or retired version, `decides` may activate and
 * retire.
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
 * The states of versions that are approved by another person than the one who submitted them (`approverProblem`),
 * immediately or from a later date.
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

/** The moves of reviewed versions. `drafts` may write and submit them, `decides` may approve them. */
export const reviewedMoves = ({ drafts, decides }: { drafts: Audience; decides: Audience }) => {
  const { activate, revise, retire, supersede } = versionMoves({ revises: drafts, decides })
  // Suppliers see that a version is in use, but not the comments of the review.
  return {
    submit: { from: ['draft'], to: 'under_review', by: drafts, internal: true },
    approve: { from: ['under_review'], to: 'active', by: decides, asks: comment, internalComment: true },
    // Approves the version from a later date; the version before it stays in use until then.
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

/** Problem if the caller submitted the version, because another person has to approve it. */
export const approverProblem: NonNullable<NonNullable<Rules['guards']>[string]> = ({ submitted_by }, { me }) =>
  submitted_by !== null && submitted_by !== undefined && submitted_by === me.id
    ? [problem(textOf('problems.successions.own_submission'))]
    : []

/** A version can be edited only as a draft. */
export const editableVersion: NonNullable<Rules['editable']> =
  ({ status }: AnyRecord) =>
  () =>
    status === 'draft'

/** Problem if a version already has a draft as successor. */
export const successorProblem = (version_no: number) =>
  problem(textOf('problems.successions.open_successor', { version: version_no }))
