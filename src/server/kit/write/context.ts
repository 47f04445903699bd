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
  /** The area whose records callers address. */
  area: Area
  /** The area of the documents that hold these records; the same area unless it has `partOf`. */
  root: Area
  rulesOf: (area: string) => Rules
  schemas: InputSchemas
}

/** Schemas of the input, limited to the fields that the caller's role may set. */
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

// Building a schema is expensive and its first run even more so, so they are cached by role.
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
