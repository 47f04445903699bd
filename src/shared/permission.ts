import { newEnforcer, newModel, StringAdapter } from 'casbin'
import { type Can, groupLines, model } from './policy'
import type { Role } from './roles'

/**
 * One enforcer over the policy, its decisions remembered. With `role`, only the lines that can concern that role are
 * loaded, so that a browser asks a small policy.
 */
export const createPermission = async (lines: readonly string[][], role?: Role): Promise<Can> => {
  const grouping = groupLines().filter(([member]) => !role || member === `role:${role}`)
  const subjects = new Set(grouping.flat())
  const rules = role ? lines.filter(([subject]) => subjects.has(subject ?? '')) : lines
  const text = [...rules.map((line) => ['p', ...line]), ...grouping.map((line) => ['g', ...line])]
  const enforcer = await newEnforcer(newModel(model), new StringAdapter(text.map((line) => line.join(', ')).join('\n')))
  const decided = new Map<string, boolean>()
  return (asking, object, action) => {
    const key = `${asking}|${object}|${action}`
    const known = decided.get(key)
    if (known !== undefined) return known
    const decision = enforcer.enforceSync(`role:${asking}`, object, action)
    decided.set(key, decision)
    return decision
  }
}
