import type { AttachmentKind } from './attachments'
import { type Fields, longText } from './fields'
import type { Audience } from './roles'

/** The tone of a state, one of five used in the whole portal. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export interface Move<S extends string = string> {
  from: readonly S[]
  /** The state after it; absent: the record stays where it is. */
  to?: S
  /** Who may make the move; an empty list: only the portal. */
  by: Audience
  /** Inputs of the move. */
  asks?: Fields
  /** Kinds of attachments that it needs: its dialog attaches them, of many records to all of them. */
  files?: readonly AttachmentKind[]
  /** Internal: hidden from roles that see only some rows of the area (suppliers). */
  internal?: boolean
  /** Its comment is internal: such roles see the move without it, unless one of them wrote it. */
  internalComment?: boolean
  /** Destructive or irreversible: needs a confirmation and is drawn in red. */
  danger?: boolean
}

export interface Lifecycle<S extends string = string, M extends string = string> {
  start: S
  states: Record<S, Tone>
  moves: Record<M, Move<S>>
}

/** Declares the states of an area and the moves between them. */
export const lifecycle = <const S extends string, const M extends string>(life: {
  start: NoInfer<S>
  states: Record<S, Tone>
  moves: Record<M, Move<NoInfer<S>>>
}): Lifecycle<S, M> => life

/** The lifecycle of a library: a record is active until it is retired with a reason, and can be activated again. */
export const retirable = (by: Audience) =>
  lifecycle({
    start: 'active',
    states: { active: 'success', retired: 'neutral' },
    moves: {
      retire: {
        from: ['active'],
        to: 'retired',
        by,
        asks: { reason: longText({ required: true, max: 500 }) },
        danger: true,
      },
      activate: { from: ['retired'], to: 'active', by },
    },
  })

/** The action of the permission policy that a move needs. */
export const moveAction = (move: string) => `move:${move}`

/** `role`: the caller lacks the right, in any state; `archived` and `state`: it cannot be made now. */
export type MoveVerdict = 'allowed' | 'role' | 'archived' | 'state'

/**
 * Whether a caller may make a move of a record, guards aside. The single place of this decision: the server refuses by
 * it, screens disable by it. `can` holds the caller's rights.
 */
export const mayMove = (
  can: (object: string, action: string) => boolean,
  { name, lifecycle }: { name: string; lifecycle?: Lifecycle },
  move: string,
  { status = '', archived_at }: { status?: string; archived_at?: unknown },
): MoveVerdict => {
  const declared = lifecycle?.moves[move]
  if (!declared || !can(name, moveAction(move))) return 'role'
  if (archived_at) return 'archived'
  return declared.from.includes(status) ? 'allowed' : 'state'
}

/**
 * Whether a move has inputs that must differ between records and so cannot be made in bulk: rows, or a secret such as a
 * password.
 */
export const needsSingleRecord = (life: Lifecycle | undefined, move: string): boolean =>
  Object.values(life?.moves[move]?.asks ?? {}).some(({ kind, options }) => kind === 'rows' || options.secret)
