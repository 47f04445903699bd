import { type Area, defineArea } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { conditions, date, type Fields, flag, integer, longText, moment, reference, text } from '#shared/kit/fields.ts'
import { type Lifecycle, lifecycle } from '#shared/kit/lifecycle.ts'
import { type Role, rolesOf } from '#shared/kit/roles.ts'
import type { Language } from '#shared/kit/text.ts'
import type { Side } from './readiness'

/** Maximum number of lines per allocation command. */
export const maxAllocationLines = 200

/**
 * Describes one kind of allocation: which records are assigned to order lines, by whom, and what the supplier has to
 * answer. `allocationArea` derives lifecycle, rights and common fields from it.
 */
export interface AllocationPlan {
  /** One word; prefix of the line's columns such as `<kind>_readiness`. */
  kind: string
  /** The areas of the order lines and of their orders. */
  lines: string
  orders: string
  /** The library whose records are allocated; null if the allocation itself contains the data (`content`). */
  library: AllocatedLibrary | null
  /**
   * The fields of the allocation that contain its data. An edit of them after the approval makes the allocation
   * outdated; copying an earlier order copies them.
   */
  content: readonly string[]
  /**
   * Fields with a one-line summary of the content, by language; not needed with a library, whose record has a title.
   */
  summary?: Readonly<Record<Language, string>>
  /**
   * What the supplier has to answer before the allocation is valid: nothing, a receipt (acknowledgement), or evidence,
   * which the office then approves.
   */
  answer: 'none' | 'receipt' | 'evidence'
  /** Kinds of attachments that evidence must include. */
  evidence: readonly AttachmentKind[]
  /** Roles that allocate without approval, and approve. */
  allocate: readonly Role[]
  /** Roles of the supplier that may propose an allocation. */
  propose: readonly Role[]
  /**
   * A line has at most one allocation of each type; `by` is the field with the type, in allocation and library alike.
   */
  typed?: { by: string }
  /** A line has at most one allocation, of whatever record. */
  single?: true
  /**
   * The quantity of a line can be divided among allocations. `qty` is the field with the units of each; allocations
   * with the same value of `by` together must not exceed the quantity of the line.
   */
  shared?: { qty: string; by: string; main: string }
}

/** The library of an allocation plan. */
export interface AllocatedLibrary {
  area: string
  /** The field of the allocation that refers to the record. */
  by: string
  /** States in which a record may be allocated. */
  usable: readonly string[]
  /**
   * How a record gets a new version, which makes approved allocations of it outdated: `edited` in place, or `succeeded`
   * by another record (`predecessor_id`).
   */
  versions: 'never' | 'edited' | 'succeeded'
  /**
   * The fields of a record with the article, category, brand and label market it is made for, and the date `from` which
   * it is in force. `chooseRecord` compares them with the line; a field that is left out is not compared.
   */
  madeFor?: { article?: string; category?: string; brand?: string; market?: string; from?: string }
}

/** Whether an approved allocation can become outdated, by a new version of its record or an edit of its content. */
export const canOutdate = ({ library, content }: AllocationPlan): boolean =>
  content.length > 0 || (library !== null && library.versions !== 'never')

/**
 * Whether allocations store the version of their record (`library_version`). Successive versions are records of their
 * own.
 */
export const countsEdits = (library: AllocationPlan['library']): boolean =>
  library !== null && library.versions !== 'succeeded'

/** The state in which an allocation is valid for its line. */
export const validStateOf = ({ answer }: Pick<AllocationPlan, 'answer'>) =>
  answer === 'receipt' ? 'acknowledged' : 'approved'

/**
 * Which side has to act next, by the state of the allocation; absent if neither. `turnsSql` adds missing and rejected
 * ones.
 */
export const turnByState = ({ answer, content }: AllocationPlan): Readonly<Record<string, Side>> => ({
  proposed: 'office',
  allocated: 'supplier',
  ...(answer === 'evidence' ? { acknowledged: 'supplier' } : {}),
  submitted: 'office',
  // The supplier renews its own content; the office chooses again from a library.
  outdated: content.length > 0 ? 'supplier' : 'office',
})

/** Which side has to act if nothing is allocated: the office chooses from a library, the supplier enters content. */
export const turnWhenMissing = ({ library }: Pick<AllocationPlan, 'library'>): Side => (library ? 'office' : 'supplier')

/** The fields that a person enters when allocating to many lines at once; the server sets all others. */
export const allocationTerms = (area: Area): string[] => {
  const plan = planOf(area)
  return plan
    ? Object.keys(area.fields).filter((name) => {
        const { options } = area.fields[name] ?? { options: { readOnly: true } }
        return !options.readOnly && name !== 'po_line_id' && name !== 'replaces_id'
      })
    : []
}

/** The plan of an area of allocations; undefined for any other area. */
export const planOf = ({ allocation }: Area & { allocation?: AllocationPlan }): AllocationPlan | undefined => allocation

/** The areas of allocations among `areas`, in the same order. */
export const allocationAreas = (areas: readonly Area[]): Area[] => areas.filter(planOf)

/** The line's column with the readiness of this kind of allocation. */
export const readinessField = ({ kind }: Pick<AllocationPlan, 'kind'>) => `${kind}_readiness`

/** The setting that decides whether a line can be booked while this kind of allocation is open. */
export const requirementField = ({ kind }: Pick<AllocationPlan, 'kind'>) => `${kind}_requirement`

/**
 * Declares an area of allocations from a plan and the area's own fields; lifecycle, rights and common fields follow.
 */
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
  /** Attachments may be artwork files. */
  artworkFiles?: boolean
}): AllocationArea<N, F> => {
  const writers = [...new Set([...plan.allocate, ...plan.propose])]
  const area = defineArea({
    name,
    ...(path ? { path } : {}),
    title: 'allocation_title',
    titleZh: 'allocation_title_zh',
    fields: { ...lineFields(plan), ...versionsNamedInUse(plan, fields), ...commonFields(name, plan) },
    // Filters by `isLineOpen`.
    conditions: conditions({ is_line_open: flag() }),
    lifecycle: lifeOf(plan),
    access: {
      read: ['admin', 'Office', 'Agent', 'staff'],
      create: writers,
      edit: writers,
      delete: [],
    },
    scope: { Agent: 'own_lines', staff: 'own_lines' },
    ...(artworkFiles ? { artworkFiles } : {}),
    ...(plan.library
      ? {
          key: ['po_line_id', plan.library.by, ...(plan.shared ? [plan.shared.by] : [])] as never,
          keyFreeIn: endedStates,
        }
      : {}),
    sort,
    columns: columns as never,
    totals: totals as never,
  }) as unknown as AllocationArea<N, F>
  return { ...area, allocation: plan }
}

/** States of an allocation that no longer counts. */
const endedStates = ['replaced', 'cancelled']

/** All versions of a record share its code. A code in an imported file means the version that may be allocated. */
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
  // The side that allocates sets the due date of the answer.
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
const requiredComment = { comment: longText({ required: true, max: 500 }) }
const reason = { reason: longText({ required: true, max: 500 }) }

/** The generic lifecycle of allocations, without the states and moves that the plan does not need. */
const lifeOf = (plan: AllocationPlan): Lifecycle => {
  const { allocate, answer } = plan
  const validState = validStateOf(plan)
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
            reallocate: { from: ['outdated'], to: isAnswered ? 'allocated' : validState, by: allocate, asks: comment },
            // With receipts the target depends on the last receipt: without one, the allocation still needs one.
            keep: {
              from: ['outdated'],
              ...(answer === 'receipt' ? {} : { to: validState }),
              by: allocate,
              asks: reason,
            },
          }
        : {}),
      replace: { from: [...openStates(plan), validState], to: 'replaced', by: [] },
      cancel: {
        from: [...openStates(plan), validState, ...rejectedStates(plan)],
        to: 'cancelled',
        by: allocate,
        asks: reason,
        danger: true,
      },
    } as Lifecycle['moves'],
  })
}

/** The states that depend on the supplier's answer, in the order in which an allocation passes them. */
const statesByAnswer: Record<AllocationPlan['answer'], Lifecycle['states']> = {
  none: { proposed: 'warning', approved: 'success' },
  receipt: { allocated: 'info', acknowledged: 'success' },
  evidence: { allocated: 'info', acknowledged: 'info', submitted: 'warning', approved: 'success' },
}

const decisions = ({ allocate, answer }: AllocationPlan) => {
  const from = [answer === 'none' ? 'proposed' : 'submitted']
  return {
    approve: { from, to: 'approved', by: allocate, asks: comment },
    reject: { from, to: 'rejected', by: allocate, asks: requiredComment, danger: true },
  }
}

const proposalMoves = ({ propose }: AllocationPlan) => ({
  resubmit: { from: ['rejected'], to: 'proposed', by: propose, asks: comment },
  withdraw: { from: ['proposed'], to: 'cancelled', by: propose, asks: comment },
})

/** The moves of the supplier on allocations that need an answer, with reminding and waiving by the office. */
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
  const hasContent = content.length > 0
  return {
    acknowledge,
    submit_evidence: {
      from: ['allocated', 'acknowledged', ...(hasContent ? ['outdated'] : [])],
      to: 'submitted',
      // The office may enter content for a supplier that does not use the portal.
      by: rolesOf(['Agent', 'staff', ...(hasContent ? allocate : [])]),
      asks: comment,
      files: evidence,
    },
    resubmit: {
      from: ['rejected'],
      to: 'submitted',
      by: hasContent ? rolesOf(['Agent', ...allocate]) : agents,
      asks: comment,
      files: evidence,
    },
    waive,
  }
}

/** States in which one of the sides still has to act. */
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

/**
 * The states from which an allocation becomes outdated; with receipts also before the first one, as it must be for the
 * current version.
 */
export const outdatedFrom = ({ answer }: Pick<AllocationPlan, 'answer'>): string[] =>
  answer === 'receipt' ? ['allocated', 'acknowledged'] : ['approved']

/** The first state of an allocation that is created by this role. */
export const firstState = (plan: AllocationPlan, role: Role): string => {
  const mayAllocate = plan.allocate.includes(role)
  if (plan.answer !== 'none') return mayAllocate ? 'allocated' : 'acknowledged'
  return mayAllocate ? 'approved' : 'proposed'
}

/** The order line of an allocation, as far as rules need it. */
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
  /** Names of what the line needs, see `requirementNames`. */
  requirements: string[]
}

/** Whether records may still be allocated to the line. */
export const isLineOpen = ({ line_status, order_status }: Pick<AllocatedLine, 'line_status' | 'order_status'>) =>
  line_status === 'open' && !closedOrders.has(order_status)

/** States of an order from which no more goods are expected. */
export const closedOrders: ReadonlySet<string> = new Set(['closed', 'completed', 'cancelled'])

/** Whether a role allocates or only proposes; null if it may only read. */
export const sideOf = (plan: AllocationPlan, role: Role): 'allocates' | 'proposes' | null =>
  plan.allocate.includes(role) ? 'allocates' : plan.propose.includes(role) ? 'proposes' : null
