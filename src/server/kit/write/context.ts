import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import { rightsOf } from '#server/kit/rights.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Rules } from '#shared/kit/rules.ts'
import { createSchema, editSchema, moveSchema } from '#shared/kit/schema.ts'

/** Context of the writes of one area. */
export interface WriteContext {
  kit: Kit
  /** The area whose records callers name. */
  area: Area
  /** The area of their documents; the same unless `area` has `partOf`. */
  root: Area
  rulesOf: (area: string) => Rules
  schemas: InputSchemas
}

/** The schemas of what callers may send, by what their role may set. */
export interface InputSchemas {
  create(me: Principal): InputSchema
  edit(me: Principal): InputSchema
  move(name: string): InputSchema
}
type InputSchema = ReturnType<typeof createSchema>

export const createWriteContext = (kit: Kit, area: Area, rulesOf: (area: string) => Rules): WriteContext => ({
  kit,
  area,
  root: kit.register.documentOf(area.name),
  rulesOf,
  schemas: createInputSchemas(kit, area),
})

// A schema is expensive to build and more so to run the first time, so each is kept for every role.
const createInputSchemas = (kit: Kit, area: Area): InputSchemas => {
  const { register } = kit
  const schemas = memo<InputSchema>(100)
  const roleOf = (me: Principal) => (me === system ? 'system' : me.role)
  return {
    create: (me) => schemas(`create ${roleOf(me)}`, () => createSchema(area, register, rightsOf(kit, me).mayWrite)),
    edit: (me) => schemas(`edit ${roleOf(me)}`, () => editSchema(area, register, rightsOf(kit, me).mayWrite)),
    move: (name) => schemas(`move ${name}`, () => moveSchema(area.lifecycle?.moves[name]?.asks, register)),
  }
}
