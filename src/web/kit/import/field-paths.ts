import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { fieldLabel } from '#web/i18n.ts'

/** The field at a path of a document (`lines.sizes.qty`). */
export interface PathPlace {
  area: Area
  name: string
  field: Field
}

export const placeOf = (root: Area, path: string): PathPlace | null => {
  const steps = path.split('.')
  const name = steps.pop() ?? ''
  let area = root
  for (const step of steps) {
    const targetName = area.fields[step]?.options.to
    const next = targetName ? register.find(targetName) : undefined
    if (!next) return null
    area = next
  }
  const field = area.fields[name]
  return field ? { area, name, field } : null
}

/** The label of a path: `Lines › Sizes › Quantity`. */
export const pathLabel = (root: Area, path: string): string => {
  const steps = path.split('.')
  return steps
    .map((_, index) => {
      const step = placeOf(root, steps.slice(0, index + 1).join('.'))
      return step ? fieldLabel(step.area, step.name) : steps[index]
    })
    .join(' › ')
}
