import type { AnyRecord } from '#shared/kit/area.ts'
import { missingProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Licence, licenceFault } from '#shared/trade/licence.ts'
import { profileFields } from './area'

/** Whether nothing has been allocated to the factory yet and its supplier may still edit its profile. */
const isProposal = ({ status }: Partial<AnyRecord>) => status === 'proposed'

/** The change request that waits for the office. */
export const openChange = <C extends { outcome: string }>(factory: { changes?: C[] }): C | undefined =>
  factory.changes?.find(({ outcome }) => outcome === 'proposed')

interface WishItem {
  field: string
  old_value: string | null
  new_value: string | null
}

/** The value that a wish meets today, as JSON; what was wished and is so already is as good as the old value. */
export const valueNow = (factory: Readonly<Record<string, unknown>>, { field }: Pick<WishItem, 'field'>): string =>
  JSON.stringify(factory[field] ?? null)

/** Whether somebody changed the field since the wish was made, to something else than was wished. */
export const isStale = (factory: Readonly<Record<string, unknown>>, item: WishItem): boolean =>
  ![item.old_value ?? 'null', item.new_value ?? 'null'].includes(valueNow(factory, item))

const unchanged = (factory: AnyRecord): Problem[] =>
  openChange(factory as { changes?: { outcome: string; items?: WishItem[] }[] })?.items?.some((item) =>
    isStale(factory, item),
  )
    ? [problem(textOf('problems.factories.change_stale'))]
    : []

const answered = (factory: AnyRecord): Problem[] =>
  openChange(factory as { changes?: { outcome: string }[] }) ? [] : [problem(textOf('problems.factories.no_change'))]

const some = (factory: AnyRecord, field: string): Problem[] =>
  (factory[field] as unknown[] | undefined)?.length ? [] : [problem(textOf('problems.factories.needed'), field)]

/** Fields that the office needs before it evaluates a factory. */
const toEvaluate = (factory: AnyRecord): Problem[] => [
  ...missingProblems(factory, ['city', 'address_en'], '', textOf('problems.factories.needed')),
  ...some(factory, 'types'),
  ...some(factory, 'suppliers'),
  ...some(factory, 'categories'),
]

const toApprove = (factory: AnyRecord, today: string): Problem[] => [
  ...toEvaluate(factory),
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
  ],
  guards: {
    evaluate: toEvaluate,
    approve: (factory, { today }) => toApprove(factory, today),
    approve_conditionally: (factory, { today }) => toApprove(factory, today),
    accept_change: (factory) => [...answered(factory), ...unchanged(factory)],
    refuse_change: answered,
    withdraw_change: answered,
    not_duplicate: (factory) => (factory.duplicate_of_id ? [] : [problem(textOf('problems.factories.no_duplicate'))]),
  },
  editable: (factory, { me }) => {
    // Edits of an approved factory by an agent become a change request, so they are allowed.
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
