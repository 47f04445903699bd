import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type RuleContext, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'

/** The account types that act for a supplier. Only administrators handle other types. */
export const supplierTypes: readonly unknown[] = ['Agent', 'staff']

export const rules: Rules = {
  check: (user, context) => [
    ...supplierProblems(user),
    ...portfolioProblems(user),
    ...(mayHandle(user, context) ? [] : [problem(textOf('problems.users.type_not_yours'), 'type')]),
  ],
  guards: {
    invite: (user, context) => handlingProblems(user, context),
    activate: (user, context) => handlingProblems(user, context),
    change_email: (user, context) => handlingProblems(user, context),
    suspend: (user, context) => [...handlingProblems(user, context), ...selfProblems(user, context)],
    reactivate: (user, context) => handlingProblems(user, context),
    deactivate: (user, context) => selfProblems(user, context),
  },
  // Office users see accounts of their own kind but cannot edit them.
  editable: (user, context) => {
    const mine = mayHandle(user, context)
    const isSelf = user.id === context.me.id
    const isSettled = user.status !== 'invited'
    return (path) => mine && !(isSelf && rightFields.has(path)) && !(isSettled && path === 'email')
  },
}

const rightFields = new Set(['type', 'is_super_user', 'supplier_id'])

/** Whether the caller may create and edit accounts of this kind: administrators all, others only supplier accounts. */
const mayHandle = ({ type, is_super_user }: AnyRecord, { me }: RuleContext) =>
  me.role === 'admin' || (supplierTypes.includes(type) && is_super_user !== 1)

const handlingProblems = (user: AnyRecord, context: RuleContext): Problem[] =>
  mayHandle(user, context) ? [] : [problem(textOf('problems.users.not_yours'))]

const selfProblems = (user: AnyRecord, { me }: RuleContext): Problem[] =>
  user.id === me.id ? [problem(textOf('problems.users.not_yourself'))] : []

/** Portfolios apply only to office accounts: administrators see everything, supplier users their own supplier. */
const portfolioProblems = ({ type, is_super_user, portfolios }: AnyRecord): Problem[] =>
  Array.isArray(portfolios) && portfolios.length > 0 && (type !== 'Office' || is_super_user === 1)
    ? [problem(textOf('problems.users.portfolio_not_for_type'), 'portfolios')]
    : []

const supplierProblems = ({ type, supplier_id }: AnyRecord): Problem[] => {
  const needed = supplierTypes.includes(type)
  if (needed && !supplier_id) return [problem(textOf('problems.users.supplier_needed'), 'supplier_id')]
  return !needed && supplier_id ? [problem(textOf('problems.users.supplier_not_for_type'), 'supplier_id')] : []
}
