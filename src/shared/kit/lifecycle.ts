import type { AttachmentKind } from './attachments'
import { type Fields, longText } from './fields'
import type { Audience } from './roles'

/** The tone of a state; it decides the colour of the status chip. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A declared change of status. Guards and effects of the same name are in `rules.ts` and `server.ts`. */
export interface Move<S extends string = string> {
  from: readonly S[]
  /** The state after the move; without it the status does not change. */
  to?: S
  /** Who may make the move; with an empty list only the portal itself makes it. */
  by: Audience
  /** Inputs of the move's dialog and of its API request. */
  asks?: Fields
  /** Kinds of attachments that the move needs. The dialog uploads them, for a bulk move to every selected record. */
  files?: readonly AttachmentKind[]
  /** Left out of the history for roles with a scope (suppliers). */
  internal?: boolean
  /** The history shows roles with a scope this move without its comment, unless one of them wrote the comment. */
  internalComment?: boolean
  /** Destructive or irreversible: shown in red and confirmed in a dialog. */
  danger?: boolean
}

export interface Lifecycle<S extends string = string, M extends string = string> {
  /** The state of a new record. */
  start: S
  states: Record<S, Tone>
  moves: Record<M, Move<S>>
}

/** Declares the states of an area and the moves between them. A move from or to an unknown state is a compile error. */
export const lifecycle = <const S extends string, const M extends string>(life: {
  start: NoInfer<S>
  states: Record<S, Tone>
  moves: Record<M, Move<NoInfer<S>>>
}): Lifecycle<S, M> => life

/** The lifecycle of a library: records are active or retired. Retiring asks for a reason and can be undone. */
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

/** The action in the permission policy that grants a move. */
export const moveAction = (move: string) => `move:${move}`

/** Why a move is refused: `role`, the caller lacks the right; `archived` or `state`, the record cannot be moved now. */
export type MoveVerdict = 'allowed' | 'role' | 'archived' | 'state'

/**
 * Decides whether a caller may make a move of a record; the guards of the move are checked separately. The server
 * refuses and the screens disable moves by this function, so that they agree. `can` answers for the caller's rights.
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

/** Whether a move cannot be made in bulk because it asks for rows or a secret, which differ between records. */
export const needsSingleRecord = (life: Lifecycle | undefined, move: string): boolean =>
  Object.values(life?.moves[move]?.asks ?? {}).some(({ kind, options }) => kind === 'rows' || options.secret)
