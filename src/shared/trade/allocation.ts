import { type Area, defineArea } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { conditions, date, type Fields, flag, integer, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { type Lifecycle, lifecycle } from '#shared/kit/lifecycle.ts'
import { type Audience, type Role, rolesOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'
import type { Readiness, Side } from './readiness'

/** What records of a library are given to order lines, by whom, and what a supplier must show for it. */
export interface AllocationPlan {
  /** One word: the line's columns are called `<kind>_readiness` and `<by>` after it. */
  kind: string
  /** The areas of the lines that something is allocated to, and of the orders that they stand in. */
  lines: string
  orders: string
  /** The library whose records are allocated; null where an allocation states itself what holds for its line (`content`). */
  library: AllocatedLibrary | null
  /**
   * Fields in which an allocation states what holds for its line. An edit after the approval makes it outdated; a copy of
   * an earlier order takes them over.
   */
  content: readonly string[]
  /** Fields with the content in one line, by language; where there is a library, its record's name says it. */
  summary?: Readonly<Record<Language, string>>
  /**
   * What the supplier answers: nothing, so that what the house allocates stands; a receipt, with which it stands; or
   * evidence, which the house approves.
   */
  answer: 'none' | 'receipt' | 'evidence'
  /** Kinds of attachments that must be there before evidence is submitted. */
  evidence: readonly AttachmentKind[]
  /** Who allocates outright; may also approve. */
  allocate: readonly Role[]
  /** Roles of the supplier's side that may propose one. */
  propose: readonly Role[]
  /**
   * A line has one allocation of each type: the field that names the type, which the library's records have under the
   * same name.
   */
  typed?: { by: string }
  /** A line has one of them, whichever record it is of. */
  single?: true
  /** A line may be shared out: the field with the units of each, and which allocations count together against the line's quantity. */
  shared?: { qty: string; by: string; main: string }
}

export interface AllocatedLibrary {
  area: string
  /** The field of the allocation that names the record. */
  by: string
  /** States in which a record may be allocated. */
  usable: readonly string[]
  /**
   * How a record gets a new version, which makes approved allocations of it outdated: `edited` in place, `succeeded` by
   * another record (`predecessor_id`), or never.
   */
  versions: 'never' | 'edited' | 'succeeded'
  /**
   * Its fields that say what a record is made for, by which lines are filled (`chooseRecord`), and from which day on it is
   * in force; `market` names one of the label markets. A field left out says nothing about lines.
   */
  madeFor?: { article?: string; category?: string; brand?: string; market?: string; from?: string }
}

/** Whether an approved allocation can become outdated: its record gets a new version, or its content is edited. */
export const canOutdate = ({ library, content }: AllocationPlan): boolean =>
  content.length > 0 || (library !== null && library.versions !== 'never')

/** Whether allocations note which edit of their record they were made with; versions that succeed each other are records. */
export const countsEdits = (library: AllocationPlan['library']): boolean =>
  library !== null && library.versions !== 'succeeded'

/** The state in which an allocation holds for its line. */
export const standingState = ({ answer }: Pick<AllocationPlan, 'answer'>) =>
  answer === 'receipt' ? 'acknowledged' : 'approved'

/** Whose turn it is with an allocation, by its state. States that wait for nobody are absent; `turnsSql` adds what is missing or rejected. */
export const turnByState = ({ answer, content }: AllocationPlan): Readonly<Record<string, Side>> => ({
  proposed: 'office',
  allocated: 'supplier',
  ...(answer === 'evidence' ? { acknowledged: 'supplier' } : {}),
  submitted: 'office',
  // What was stated itself is stated anew by who stated it; of a library the office chooses.
  outdated: content.length > 0 ? 'supplier' : 'office',
})

/** Whose turn it is where nothing is allocated: the office chooses from a library, a supplier states its own. */
export const turnWhenMissing = ({ library }: Pick<AllocationPlan, 'library'>): Side => (library ? 'office' : 'supplier')

/** What the person says with many lines at once; the engine fills the rest. */
export const allocationTerms = (area: Area): string[] => {
  const plan = planOf(area)
  return plan
    ? Object.keys(area.fields).filter((name) => {
        const { options } = area.fields[name] ?? { options: { readOnly: true } }
        return !options.readOnly && name !== 'po_line_id' && name !== 'replaces_id'
      })
    : []
}

/** The plan behind an area of allocations; undefined for any other area. */
export const planOf = ({ allocation }: Area & { allocation?: AllocationPlan }): AllocationPlan | undefined => allocation

/** The areas of allocations among these, in their order. */
export const allocationAreas = (areas: readonly Area[]): Area[] => areas.filter(planOf)

/** The line's column that says how far the kind is. */
export const readinessField = ({ kind }: Pick<AllocationPlan, 'kind'>) => `${kind}_readiness`

/** The setting that says what it means for a booking that the kind is open. */
export const requirementField = ({ kind }: Pick<AllocationPlan, 'kind'>) => `${kind}_requirement`

/** Declares an area of allocations from a plan and the fields of its own: lifecycle, rights and common fields are the engine's. */
export const allocationArea = <const N extends string, F extends Fields>({
  name,
  path,
  plan,
  fields,
  sort = ['-id'],
  columns,
  totals,
  artworkFiles = false,
}: {
  name: N
  path?: string
  plan: AllocationPlan
  fields: F
  sort?: readonly string[]
  columns?: readonly string[]
  totals?: readonly string[]
  /** Proofs may be source files of artwork. */
  artworkFiles?: boolean
}): AllocationArea<N, F> => {
  const sides = [...new Set([...plan.allocate, ...plan.propose])]
  const area = defineArea({
    name,
    ...(path ? { path } : {}),
    title: 'allocation_title',
    titleZh: 'allocation_title_zh',
    fields: { ...lineFields(plan), ...versionsNamedInUse(plan, fields), ...commonFields(name, plan) },
    // Whether anything may still be done for the line.
    conditions: conditions({ is_line_open: flag() }),
    lifecycle: lifeOf(plan),
    access: {
      read: ['admin', 'Office', 'Agent', 'staff'],
      create: sides,
      edit: sides,
      delete: [],
    },
    scope: { Agent: 'own_lines', staff: 'own_lines' },
    ...(artworkFiles ? { artworkFiles } : {}),
    ...(plan.library
      ? {
          key: ['po_line_id', plan.library.by, ...(plan.shared ? [plan.shared.by] : [])] as never,
          keyFreeIn: closedStates,
        }
      : {}),
    sort,
    columns: columns as never,
    totals: totals as never,
  }) as unknown as AllocationArea<N, F>
  return { ...area, allocation: plan }
}

/** States in which nothing is allocated any more. */
const closedStates = ['replaced', 'cancelled']

/** A file names a record by its code, which its versions share: it means the one that may be allocated. */
const versionsNamedInUse = <F extends Fields>({ library }: AllocationPlan, fields: F): F => {
  const field = library && fields[library.by]
  return library && field
    ? { ...fields, [library.by]: { ...field, options: { ...field.options, namedIn: library.usable } } }
    : fields
}

type AllocationArea<N extends string, F extends Fields> = Area<
  N,
  F & ReturnType<typeof lineFields> & ReturnType<typeof commonFields>,
  Lifecycle
> & { allocation: AllocationPlan }

const lineFields = ({ lines, orders }: AllocationPlan) => ({
  allocation_title: text({ readOnly: true, max: 255, search: true, sort: true }),
  allocation_title_zh: text({ readOnly: true, max: 255 }),
  po_line_id: reference(lines, { required: true, fixed: true, search: true }),
  purchase_order_id: reference(orders, { readOnly: true, sort: true }),
  supplier_id: reference('suppliers', { readOnly: true, openTitle: true }),
})

const commonFields = (name: string, { allocate, library }: AllocationPlan) => ({
  // By when somebody has to answer is for who asks.
  due_date: date({ sort: true, write: allocate }),
  comment: longText({ max: 500 }),
  replaces_id: reference(name, { fixed: true }),
  round: integer({ readOnly: true, default: 1 }),
  ...(countsEdits(library) ? { library_version: integer({ readOnly: true }) } : {}),
  requested_by: reference('users', { readOnly: true, openTitle: true }),
  requested_at: moment({ readOnly: true, sort: true }),
  responded_by: reference('users', { readOnly: true, openTitle: true }),
  responded_at: moment({ readOnly: true }),
  verified_by: reference('users', { readOnly: true, openTitle: true }),
  verified_at: moment({ readOnly: true }),
  decision_comment: longText({ readOnly: true, max: 500 }),
  waiver_reason: longText({ readOnly: true, max: 500 }),
})

const comment = { comment: longText({ max: 500 }) }
const demand = { comment: longText({ required: true, max: 500 }) }
const reason = { reason: longText({ required: true, max: 500 }) }

/** The generic life of an allocation, less the steps that its plan has no use for. */
const lifeOf = (plan: AllocationPlan): Lifecycle => {
  const { allocate, answer } = plan
  const standing = standingState(plan)
  const isAnswered = answer !== 'none'
  return lifecycle({
    start: isAnswered ? 'allocated' : plan.propose.length > 0 ? 'proposed' : 'approved',
    states: {
      ...statesByAnswer[answer],
      ...(answer === 'receipt' ? {} : { rejected: 'danger' }),
      ...(canOutdate(plan) ? { outdated: 'warning' } : {}),
      ...(isAnswered ? { waived: 'neutral' } : {}),
      replaced: 'neutral',
      cancelled: 'neutral',
    } as Lifecycle['states'],
    moves: {
      ...(answer === 'receipt' ? {} : decisions(plan)),
      ...(answer === 'none' ? proposalMoves(plan) : answerMoves(plan)),
      ...(canOutdate(plan) ? { outdate: { from: outdatedFrom(plan), to: 'outdated', by: [] } } : {}),
      ...(plan.library && canOutdate(plan)
        ? {
            reallocate: { from: ['outdated'], to: isAnswered ? 'allocated' : standing, by: allocate, asks: comment },
            // What nobody has acknowledged is still to be acknowledged: where it leads depends on the receipt.
            keep: { from: ['outdated'], ...(answer === 'receipt' ? {} : { to: standing }), by: allocate, asks: reason },
          }
        : {}),
      replace: { from: [...openStates(plan), standing], to: 'replaced', by: [] },
      cancel: {
        from: [...openStates(plan), standing, ...rejectedStates(plan)],
        to: 'cancelled',
        by: allocate,
        asks: reason,
        danger: true,
      },
    } as Lifecycle['moves'],
  })
}

/** The states that differ with what the supplier answers, in the order in which an allocation passes them. */
const statesByAnswer: Record<AllocationPlan['answer'], Lifecycle['states']> = {
  none: { proposed: 'warning', approved: 'success' },
  receipt: { allocated: 'info', acknowledged: 'success' },
  evidence: { allocated: 'info', acknowledged: 'info', submitted: 'warning', approved: 'success' },
}

const decisions = ({ allocate, answer }: AllocationPlan) => {
  const from = [answer === 'none' ? 'proposed' : 'submitted']
  return {
    approve: { from, to: 'approved', by: allocate, asks: comment },
    reject: { from, to: 'rejected', by: allocate, asks: demand, danger: true },
  }
}

const proposalMoves = ({ propose }: AllocationPlan) => ({
  resubmit: { from: ['rejected'], to: 'proposed', by: propose, asks: comment },
  withdraw: { from: ['proposed'], to: 'cancelled', by: propose, asks: comment },
})

/** What the supplier's side does with an allocation that it answers. */
const answerMoves = (plan: AllocationPlan) => {
  const { allocate, answer, content, evidence } = plan
  const agents = rolesOf(['Agent'])
  const acknowledge = { from: ['allocated'], to: 'acknowledged', by: agents, asks: comment }
  const waive = {
    from: [...openStates(plan), ...rejectedStates(plan)],
    to: 'waived',
    by: ['admin'] as const,
    asks: reason,
  }
  if (answer === 'receipt') return { acknowledge, remind: { from: ['allocated'], by: allocate }, waive }
  const statesContent = content.length > 0
  return {
    acknowledge,
    submit_evidence: {
      from: ['allocated', 'acknowledged', ...(statesContent ? ['outdated'] : [])],
      to: 'submitted',
      // The house may state content for a supplier that does not use the portal.
      by: rolesOf(['Agent', 'staff', ...(statesContent ? allocate : [])]),
      asks: comment,
      files: evidence,
    },
    resubmit: {
      from: ['rejected'],
      to: 'submitted',
      by: statesContent ? rolesOf(['Agent', ...allocate]) : agents,
      asks: comment,
      files: evidence,
    },
    waive,
  }
}

/** States in which somebody still has to do something. */
const openStates = (plan: AllocationPlan): string[] => [
  ...openByAnswer[plan.answer],
  ...(canOutdate(plan) ? ['outdated'] : []),
]

const openByAnswer: Record<AllocationPlan['answer'], readonly string[]> = {
  none: ['proposed'],
  receipt: ['allocated'],
  evidence: ['allocated', 'acknowledged', 'submitted'],
}

const rejectedStates = ({ answer }: AllocationPlan) => (answer === 'receipt' ? [] : ['rejected'])

/** What nobody has received yet is outdated too: a receipt is for the version in use. */
export const outdatedFrom = ({ answer }: Pick<AllocationPlan, 'answer'>): string[] =>
  answer === 'receipt' ? ['allocated', 'acknowledged'] : ['approved']

/** The state in which an allocation begins when this role makes it. */
export const firstState = (plan: AllocationPlan, role: Role): string => {
  const isHouse = plan.allocate.includes(role)
  if (plan.answer !== 'none') return isHouse ? 'allocated' : 'acknowledged'
  return isHouse ? 'approved' : 'proposed'
}

/** What rules look at in the line that something is allocated to. */
export interface AllocatedLine {
  id: number
  line_title: string | null
  line_status: string
  order_status: string
  purchase_order_id: number
  supplier_id: number
  qty: number
  shipped_qty: number
  ex_factory_date: string | null
  article_id: number
  colourway_id: number | null
  country_of_origin: string | null
  /** What it needs, by `requirementNames`. */
  requirements: string[]
}

/** Whether anything may still be allocated to the line. */
export const isLineOpen = ({ line_status, order_status }: Pick<AllocatedLine, 'line_status' | 'order_status'>) =>
  line_status === 'open' && !closedOrders.has(order_status)

/** States of an order in which nothing of it is to come any more. */
export const closedOrders: ReadonlySet<string> = new Set(['closed', 'completed', 'cancelled'])

/** Who of the readers allocates, and who proposes. */
export const sideOf = (plan: AllocationPlan, role: Role): 'allocates' | 'proposes' | null =>
  plan.allocate.includes(role) ? 'allocates' : plan.propose.includes(role) ? 'proposes' : null

export type { Audience as Who, Readiness }
