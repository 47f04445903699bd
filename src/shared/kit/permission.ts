import { newEnforcer, newModel } from 'casbin'
import { type Can, groupLines, model } from './policy'
import type { Subject } from './roles'

/**
 * One enforcer over the policy with cached decisions. With `role`, only the lines that concern that role are loaded,
 * which keeps the browser's policy small.
 */
export const createPermission = async (lines: readonly string[][], role?: Subject): Promise<Can> => {
  const grouping = role ? groupsOf(`role:${role}`) : groupLines()
  const subjects = new Set(grouping.flat())
  const rules = byObject(role ? lines.filter(([subject]) => subjects.has(subject ?? '')) : lines)
  const enforcer = await newEnforcer(newModel(model))
  await enforcer.addGroupingPolicies(grouping)
  const policy = enforcer.getModel().model.get('p')?.get('p')
  if (!policy) throw new Error('the model defines no policy')
  const decided = new Map<string, boolean>()
  return (asking, object, action) => {
    const key = `${asking}|${object}|${action}`
    const known = decided.get(key)
    if (known !== undefined) return known
    // Casbin walks through every line it has, for each question: a thousand times as long as through those that matter.
    policy.policy = rules.get(object) ?? []
    const decision = enforcer.enforceSync(`role:${asking}`, object, action)
    decided.set(key, decision)
    return decision
  }
}

/** The lines of a member and of its groups. */
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
