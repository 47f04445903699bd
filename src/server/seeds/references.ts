import type { Queryable } from '#server/db/types.ts'
import { type Area, columnsOf, type Register, rowsOf, tableOf } from '#shared/kit/area.ts'

export type Input = Record<string, unknown>

/**
 * Resolves references by business key (`supplier_id: { code: 'GLG' }`, also in rows) to ids. The resolver reads the keys
 * of an area only once, so create a new one after adding records. Throws for an unknown key.
 */
export const createResolver = (on: Queryable, register: Register) => {
  const indexes = new Map<string, Promise<Map<string, number>>>()
  return { resolve, idOf }

  async function resolve(areaName: string, input: Input): Promise<Input> {
    const area = register.get(areaName)
    const resolved: Input = { ...input }
    for (const [name, { kind, options }] of columnsOf(area)) {
      const value = input[name]
      if (kind === 'reference' && isKey(value)) resolved[name] = await idOf(options.to ?? '', value)
    }
    for (const [name, { options }] of rowsOf(area)) {
      const rows = input[name]
      if (Array.isArray(rows))
        resolved[name] = await Promise.all(rows.map((row: Input) => resolve(options.to ?? '', row)))
    }
    return resolved
  }

  async function idOf(areaName: string, key: Input): Promise<number> {
    const area = register.get(areaName)
    const values = await resolve(areaName, key)
    const fields = Object.keys(values).sort()
    const indexName = `${areaName} ${fields.join()}`
    const index = indexes.get(indexName) ?? read(area, fields)
    indexes.set(indexName, index)
    const id = (await index).get(keyText(fields.map((field) => values[field])))
    if (id === undefined) throw new Error(`The area ${areaName} has no record with the key ${JSON.stringify(key)}`)
    return id
  }

  async function read(area: Area, fields: readonly string[]) {
    for (const field of fields)
      if (!(field in area.fields)) throw new Error(`The area ${area.name} has no field ${field}, which a key names`)
    // Ordered by id, so that the newest of several records with the same key wins.
    const rows = await on.query<Input & { id: number }>(
      `select id, ${fields.join(', ')} from ${tableOf(area)} order by id`,
    )
    return new Map(rows.map((row) => [keyText(fields.map((field) => row[field])), row.id]))
  }
}

const isKey = (value: unknown): value is Input => typeof value === 'object' && value !== null
const keyText = (values: readonly unknown[]) => JSON.stringify(values)
