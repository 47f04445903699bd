import type { Change, Doc } from '#server/kit/kit.ts'
import { withoutEndingZeros } from '#shared/base/money.ts'
import { type Area, columnsOf, type Register, rowsOf } from '#shared/kit/area.ts'
import { type Field, isDecimal } from '#shared/kit/fields.ts'

/** A changed field as the history stores it; for a field of a row, with the row's area, id and label. */
export interface FieldChange {
  area?: string
  id?: number
  label?: string
  field: string
  old: unknown
  new: unknown
  /** For a file: who may see it. */
  seen?: { visibility: 'internal' | 'shared'; supplier_id: number | null }
}

/** One record of a document that has to be written. */
export interface RecordWrite {
  area: Area
  kind: 'insert' | 'update' | 'delete'
  record: Doc
  /** The parent of a row, which gets its id first; null for documents and deletions. */
  parent: Doc | null
  changes: FieldChange[]
}

/** The writes that turn one state of a document into the other, parents before their rows. */
export const diffDocument = (root: Area, register: Register, { before, after }: Change): RecordWrite[] => {
  const writes: RecordWrite[] = []
  compare(root, before, after, null, true)
  return writes

  /** `isRecorded`: whether the history lists the changes. */
  function compare(area: Area, old: Doc | null, current: Doc, parent: Doc | null, isRecorded: boolean) {
    const changes = columnsOf(area)
      .filter(([name, field]) => !sameStoredValue(field, old?.[name], current[name]))
      .map(([name]) => fieldChange(area, current, name, old?.[name], current[name]))
    const hasMoved = area.lifecycle && old?.status !== current.status
    // The history entry has the document's status in columns of its own; a row's status is recorded as a change.
    if (old && hasMoved && area !== root) changes.push(fieldChange(area, current, 'status', old.status, current.status))
    const recorded = isRecorded ? changes : []
    if (!old) writes.push({ area, kind: 'insert', record: current, parent, changes: recorded })
    else if (changes.length > 0 || hasMoved)
      writes.push({ area, kind: 'update', record: current, parent, changes: recorded })
    for (const [name, field] of rowsOf(area)) {
      const child = register.get(field.options.to ?? '')
      const oldRows = rowsIn(old, name)
      const rows = rowsIn(current, name)
      const ids = new Set(rows.map((row) => row.id))
      for (const row of oldRows) if (!ids.has(row.id)) remove(child, row)
      for (const row of rows)
        compare(
          child,
          oldRows.find(({ id }) => row.id !== undefined && id === row.id) ?? null,
          row,
          current,
          isRecorded && !field.options.readOnly,
        )
    }
  }

  function remove(area: Area, old: Doc) {
    const changes = columnsOf(area)
      .filter(([name]) => old[name] !== null && old[name] !== undefined)
      .map(([name]) => fieldChange(area, old, name, old[name], null))
    writes.push({ area, kind: 'delete', record: old, parent: null, changes })
  }

  function fieldChange(area: Area, record: Doc, field: string, old: unknown, current: unknown): FieldChange {
    const values = { field, old: old ?? null, new: current ?? null }
    if (area === root) return values
    const label = record[area.title] ?? titleOf(record)
    return {
      area: area.name,
      ...(record.id === undefined ? {} : { id: record.id }),
      ...(typeof label === 'string' ? { label } : {}),
      ...values,
    }
  }
}

/** The rows of a document under one of its fields. */
export const rowsIn = (doc: Doc | null | undefined, field: string): Doc[] => {
  const rows = doc?.[field]
  return Array.isArray(rows) ? rows : []
}

/** Whether two values of a field are stored alike, such as `5` and `5.0000`, null and absent, one moment in two zones. */
export const sameStoredValue = (field: Field, a: unknown, b: unknown): boolean => {
  const normalA = normalized(field, a)
  const normalB = normalized(field, b)
  return Array.isArray(normalA) ? JSON.stringify(normalA) === JSON.stringify(normalB) : normalA === normalB
}

const normalized = (field: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return field.kind === 'flag' ? false : field.kind === 'choices' ? [] : null
  if (isDecimal(field) && typeof value === 'string') return withoutEndingZeros(value)
  if (field.kind === 'moment' && typeof value === 'string') return Date.parse(value)
  return value
}

/** The label of a row without a title: the title of the first record it refers to (a size). */
const titleOf = (record: Doc): unknown => {
  for (const value of Object.values(record))
    if (value && typeof value === 'object' && 'title' in value) return value.title
  return undefined
}
