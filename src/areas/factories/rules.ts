import type { AnyRecord } from '#shared/kit/area.ts'
import { missingProblems, repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Licence, licenceFault } from '#shared/trade/licence.ts'
import { profileFields } from './area'

/** Whether the factory is still a proposal: nothing is allocated to it and its supplier may edit its profile. */
const isProposal = ({ status }: Partial<AnyRecord>) => status === 'proposed'

/** The change request that waits for an answer of the office. */
export const openChange = <C extends { outcome: string }>(factory: { changes?: C[] }): C | undefined =>
  factory.changes?.find(({ outcome }) => outcome === 'proposed')

interface ChangeItem {
  field: string
  old_value: string | null
  new_value: string | null
}

/** The current value of the field that the item wants to change, as JSON. */
export const valueNow = (factory: Readonly<Record<string, unknown>>, { field }: Pick<ChangeItem, 'field'>): string =>
  JSON.stringify(factory[field] ?? null)

/** Whether the field was changed after the request, to a value other than the requested one. */
export const isStale = (factory: Readonly<Record<string, unknown>>, item: ChangeItem): boolean =>
  ![item.old_value ?? 'null', item.new_value ?? 'null'].includes(valueNow(factory, item))

const staleProblems = (factory: AnyRecord): Problem[] =>
  openChange(factory as { changes?: { outcome: string; items?: ChangeItem[] }[] })?.items?.some((item) =>
    isStale(factory, item),
  )
    ? [problem(textOf('problems.factories.change_stale'))]
    : []

const openChangeProblems = (factory: AnyRecord): Problem[] =>
  openChange(factory as { changes?: { outcome: string }[] }) ? [] : [problem(textOf('problems.factories.no_change'))]

const emptyProblems = (factory: AnyRecord, field: string): Problem[] =>
  (factory[field] as unknown[] | undefined)?.length ? [] : [problem(textOf('problems.factories.needed'), field)]

/** Fields that the office needs before it can evaluate a factory. */
const evaluationProblems = (factory: AnyRecord): Problem[] => [
  ...missingProblems(factory, ['city', 'address_en'], '', textOf('problems.factories.needed')),
  ...emptyProblems(factory, 'types'),
  ...emptyProblems(factory, 'suppliers'),
  ...emptyProblems(factory, 'categories'),
]

const approvalProblems = (factory: AnyRecord, today: string): Problem[] => [
  ...evaluationProblems(factory),
  ...missingProblems(
    factory,
    ['factory_code', 'business_licence_no', 'business_licence_expiry'],
    '',
    textOf('problems.factories.needed'),
  ),
  ...(licenceFault(factory as unknown as Licence, today) === 'expired'
    ? [problem(textOf('problems.factories.licence_expired'), 'business_licence_expiry')]
    : []),
]

const namedTwice = (factory: Readonly<Record<string, unknown>>, rows: string, field: string): Problem[] =>
  repeatProblems(
    (factory[rows] ?? []) as Record<string, unknown>[],
    (row) => (row[field] ? String(row[field]) : null),
    (index) => problem(textOf('validation.duplicate_row'), `${rows}.${index}.${field}`),
  )

export const rules: Rules = {
  check: (factory) => [
    ...(['workers_female', 'workers_migrant'] as const).flatMap((field) =>
      Number(factory[field] ?? 0) > Number(factory.workers_total ?? Number.POSITIVE_INFINITY)
        ? [problem(textOf('problems.factories.more_than_all'), field)]
        : [],
    ),
    ...((factory.latitude === null) === (factory.longitude === null)
      ? []
      : [problem(textOf('problems.factories.half_a_place'), factory.latitude === null ? 'latitude' : 'longitude')]),
    ...(factory.id !== undefined && factory.subcontract_parent_id === factory.id
      ? [problem(textOf('problems.factories.own_parent'), 'subcontract_parent_id')]
      : []),
    ...namedTwice(factory, 'suppliers', 'supplier_id'),
    ...namedTwice(factory, 'categories', 'product_category_id'),
  ],
  guards: {
    evaluate: evaluationProblems,
    approve: (factory, { today }) => approvalProblems(factory, today),
    approve_conditionally: (factory, { today }) => approvalProblems(factory, today),
    accept_change: (factory) => [...openChangeProblems(factory), ...staleProblems(factory)],
    refuse_change: openChangeProblems,
    withdraw_change: openChangeProblems,
    not_duplicate: (factory) => (factory.duplicate_of_id ? [] : [problem(textOf('problems.factories.no_duplicate'))]),
  },
  editable: (factory, { me }) => {
    // Agents may edit: their edits of an approved factory are stored as a change request.
    if (me.role === 'Agent')
      return (path) =>
        isProposal(factory) ||
        (factory.status !== 'exited' &&
          factory.status !== 'rejected' &&
          (profileFields as readonly string[]).includes(path))
    if (factory.status === 'exited') return (path) => path === 'notes_internal'
    return () => true
  },
}
