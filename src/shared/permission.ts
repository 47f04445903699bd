import { type Adapter, type Model, newEnforcer, newModel } from 'casbin'
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
  const enforcer = await newEnforcer(newModel(model), new Lines(rules, grouping))
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

/** Hands Casbin the lines as they are: its own adapters read text, which takes longer than all the rest of a start's policy. */
class Lines implements Adapter {
  constructor(
    private readonly rules: readonly string[][],
    private readonly grouping: readonly string[][],
  ) {}

  async loadPolicy({ model }: Model) {
    model
      .get('p')
      ?.get('p')
      ?.policy.push(...this.rules)
    model
      .get('g')
      ?.get('g')
      ?.policy.push(...this.grouping)
  }

  savePolicy = this.refuse
  addPolicy = this.refuse
  removePolicy = this.refuse
  removeFilteredPolicy = this.refuse

  private refuse(): never {
    throw new Error('The policy is derived from declarations; it is not changed while the portal runs.')
  }
}
