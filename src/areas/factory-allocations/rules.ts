import type { AnyRecord } from '#shared/kit/area.ts'
import { dateProblems } from '#shared/kit/checks.ts'
import type { Role } from '#shared/kit/roles.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { type Licence, licenceFault, licenceText } from '#shared/trade/licence.ts'
import type { RequirementPolicy } from '#shared/trade/readiness.ts'

/** The fields of a factory that the rules use. */
export interface FactoryFacts extends Licence {
  id: number
  title: string
  status: string
  conditional_until: string | null
  capacity_per_month: number | null
  moq: number | null
  suppliers: readonly number[]
}

export interface AllocationRequest {
  factory: FactoryFacts
  supplier_id: number
  ex_factory_date: string | null
  override_reason: unknown
  role: Role
  today: string
  /** Policy of the settings for a missing or expired licence. */
  licence: RequirementPolicy
  /** Groups of programmes that the line needs and the factory does not cover on the ex-factory date. */
  uncovered: readonly Uncovered[]
  /** Policy of the settings for uncovered groups. */
  accreditation: RequirementPolicy
}

/** A group of programmes that a factory does not cover. */
export interface Uncovered {
  /** The programmes with their minimum grades. */
  programs: string
  /** The last day of an accepted accreditation that ends too early; null without one. */
  until: string | null
}

/**
 * Whether the factory may produce: it works for the order's supplier, is approved (or has conditions until the goods
 * leave), has a business licence, and the accreditations that the line needs. An administrator may override with a reason.
 */
export const factoryProblems = (request: AllocationRequest): Problem[] => {
  const { factory, supplier_id, override_reason, role } = request
  if (!factory.suppliers.includes(supplier_id))
    return [problem(textOf('problems.factory-allocations.not_linked', { factory: factory.title }), 'factory_id')]
  const texts = [
    factoryStatusText(request),
    ...licenceTexts(request, 'block'),
    ...accreditationTexts(request, 'block'),
  ].filter((text) => text !== null)
  return role === 'admin' && override_reason ? [] : texts.map((text) => problem(text, 'factory_id'))
}

/** Warnings about the licence: it is invalid but not required, or it expires before the goods leave. */
export const licenceWarnings = (request: AllocationRequest): Text[] => {
  const { factory, ex_factory_date: date, licence, today } = request
  const ends = factory.business_licence_expiry
  if (licence === 'ignore') return []
  return ends && date && ends >= today && ends < date
    ? [textOf('problems.factory-allocations.licence_ends', { factory: factory.title, ends, date })]
    : licenceTexts(request, 'warn')
}

/** Warnings about accreditations that do not cover the ex-factory date, when the policy only warns. */
export const accreditationWarnings = (request: AllocationRequest): Text[] => accreditationTexts(request, 'warn')

const accreditationTexts = (
  { factory, role, ex_factory_date, today, uncovered, accreditation }: AllocationRequest,
  policy: RequirementPolicy,
): Text[] =>
  accreditation !== policy
    ? []
    : uncovered.map(({ programs, until }) => {
        const params = { factory: factory.title, programs, date: ex_factory_date ?? today }
        const text =
          until === null
            ? textOf('problems.factory-allocations.not_accredited', params)
            : textOf('problems.factory-allocations.accreditation_ends', { ...params, ends: until })
        return policy === 'block'
          ? textOf('problems.factory-allocations.fault_stops', { text, way: wayFor(role) })
          : text
      })

const licenceTexts = ({ factory, role, licence, today }: AllocationRequest, policy: RequirementPolicy): Text[] => {
  const fault = licence === policy ? licenceFault(factory, today) : null
  if (fault === null) return []
  const text = licenceText(fault, factory, factory.title)
  return policy === 'block' ? [textOf('problems.factory-allocations.fault_stops', { text, way: wayFor(role) })] : [text]
}

const factoryStatusText = ({ factory, ex_factory_date, role }: AllocationRequest): Text | null => {
  const { title, status, conditional_until } = factory
  const way = wayFor(role)
  if (status === 'approved') return null
  if (status !== 'conditional')
    return textOf('problems.factory-allocations.not_approved', {
      factory: title,
      state: textOf(`areas.factories.states.${status}`),
      way,
    })
  return conditional_until && ex_factory_date && conditional_until >= ex_factory_date
    ? null
    : textOf('problems.factory-allocations.condition_ends', { factory: title, date: conditional_until ?? '–', way })
}

const wayFor = (role: Role): Text =>
  textOf(role === 'admin' ? 'problems.factory-allocations.override' : 'problems.factory-allocations.ask_admin')

/** After cutting has begun, only an administrator may change the factory. */
export const cuttingProblems = (hasBegun: boolean, role: Role): Problem[] =>
  hasBegun && role !== 'admin' ? [problem(textOf('problems.factory-allocations.cut'), 'factory_id')] : []

/** Units of one factory in one month, compared with its capacity. */
export interface Load {
  factory: string
  month: string
  /** Units that are already allocated. */
  allocated: number
  units: number
  capacity: number | null
  /**
   * Whether the reader sees the orders of all suppliers. Others must not receive totals that include orders outside
   * their scope.
   */
  seesAll: boolean
}

/**
 * Warns when a month would exceed the factory's capacity; states the total only if the reader may know it. Returns
 * nothing when the capacity is unknown.
 */
export const capacityWarnings = ({ factory, month, allocated, units, capacity, seesAll }: Load): Text[] => {
  if (capacity === null || capacity <= 0 || allocated + units <= capacity) return []
  const params = { factory, month: month.slice(0, 7), capacity }
  if (!seesAll) return [textOf('problems.factory-allocations.is_over_capacity', params)]
  const total = allocated + units
  return [textOf('problems.factory-allocations.over_capacity', { ...params, total, over: total - capacity })]
}

/**
 * Warnings about the units: below the factory's minimum, below the line's quantity, or later than its ex-factory date.
 */
export const shareWarnings = (
  allocation: { qty: number; end_date: string | null; process_stage: string },
  { moq, title }: Pick<FactoryFacts, 'moq' | 'title'>,
  line: { qty: number; ex_factory_date: string | null },
  allocated: number,
): Text[] => {
  const { qty, end_date, process_stage } = allocation
  const unitsLeft = line.qty - allocated - qty
  return [
    ...(moq !== null && qty < moq
      ? [textOf('problems.factory-allocations.below_moq', { factory: title, moq, qty })]
      : []),
    ...(process_stage === 'main' && unitsLeft > 0
      ? [textOf('problems.factory-allocations.units_left', { left: unitsLeft })]
      : []),
    ...(end_date && line.ex_factory_date && end_date > line.ex_factory_date
      ? [textOf('problems.factory-allocations.ends_late', { date: line.ex_factory_date })]
      : []),
  ]
}

/** The factory that makes a line: of the approved allocations the one with the most units; on a tie, the first. */
export const mainFactory = (
  allocations: readonly { factory_id: number; process_stage: string; status: string; qty: number | null }[],
): number | null =>
  allocations
    .filter(({ process_stage, status }) => process_stage === 'main' && status === 'approved')
    .reduce<(typeof allocations)[number] | null>(
      (most, allocation) => (most === null || (allocation.qty ?? 0) > (most.qty ?? 0) ? allocation : most),
      null,
    )?.factory_id ?? null

export const rules: Rules = {
  check: (record) =>
    dateProblems(record, [
      { early: 'start_date', late: 'end_date', at: 'end_date', text: 'problems.factory-allocations.ends_before' },
    ]),
  editable: (record, { me }) => {
    const isProposal = ['proposed', 'rejected'].includes(String((record as AnyRecord).status))
    if (me.role === 'Agent') return () => isProposal
    return () => isProposal || record.status === 'approved'
  },
}

/** Adds months to a month: `2026-11` plus 3 is `2027-02`. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, at = 1] = month.split('-').map(Number)
  const index = year * 12 + at - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}
