import { newEnforcer, newModel } from 'casbin'
import { type Can, groupLines, model } from './policy'
import type { Subject } from './roles'

/**
 * Creates an enforcer over policy lines (`policyLines`) and returns its synchronous check, which caches every decision.
 * With `role`, the enforcer loads only the lines of that role and its groups, for the browser.
 */
export const createPermission = async (lines: readonly string[][], role?: Subject): Promise<Can> => {
  const grouping = role ? groupsOf(`role:${role}`) : groupLines()
  const subjects = new Set(grouping.flat())
  const rules = byObject(role ? lines.filter(([subject]) => subjects.has(subject ?? '')) : lines)
  const enforcer = await newEnforcer(newModel(model))
  await enforcer.addGroupingPolicies(grouping)
  const policy = enforcer.getModel().model.get('p')?.get('p')
  if (!policy) throw new Error('the Casbin model has no policy "p": check `model` in shared/kit/policy.ts')
  const decided = new Map<string, boolean>()
  return (subject, object, action) => {
    const key = `${subject}|${object}|${action}`
    const cached = decided.get(key)
    if (cached !== undefined) return cached
    // Casbin scans all lines for each decision. Giving it only the lines of this object is about 1,000 times as fast.
    policy.policy = rules.get(object) ?? []
    const decision = enforcer.enforceSync(`role:${subject}`, object, action)
    decided.set(key, decision)
    return decision
  }
}

/** The grouping lines of a member and, recursively, of its groups. */
const groupsOf = (member: string): string[][] =>
  groupLines()
    .filter(([name]) => name === member)
    .flatMap((line) => [line, ...groupsOf(line[1] ?? '')])

const byObject = (lines: readonly string[][]) => {
  const linesOf = new Map<string, string[][]>()
  for (const line of lines) {
    const object = line[1] ?? ''
    const others = linesOf.get(object)
    if (others) others.push(line)
    else linesOf.set(object, [line])
  }
  return linesOf
}
