import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { run } from '#server/kit/read/sql.ts'
import { type Area, columnsOf, rowsOf, titleKey } from '#shared/kit/area.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { rowsIn } from './diff'

export type Errors = Record<string, Text[]>
export const addError = (errors: Errors, path: string, text: Text) => {
  errors[path] = [...(Object.hasOwn(errors, path) ? (errors[path] ?? []) : []), text]
}

/**
 * Checks every new or changed reference with one query for all documents: the record must exist in the caller's scope,
 * be in a usable state and belong to the declared parent. Returns the errors of each change by field path, and sets the
 * titles of valid references.
 */
export const checkReferences = async (work: Work, root: Area, changes: readonly Change[]): Promise<Errors[]> => {
  const { kit, me } = work
  const references: Reference[] = changes.flatMap((change, index) =>
    collect(root, change.before, change.after, '', index),
  )
  const errors: Errors[] = changes.map(() => ({}))
  if (references.length === 0) return errors
  const targets = [...new Set(references.map(({ to }) => to))].sort()
  const targetRows = await run<Target>(
    work.tx,
    kit.selects.references(
      targets.map((to) => ({
        to,
        within: references.find((reference) => reference.to === to && reference.within)?.within?.field ?? null,
      })),
      readScopeOf(me),
    ),
    { ...Object.fromEntries(targets.map((to) => [to, idsOf(to)])), ...callerValues(me) },
  )
  const targetById = new Map(targetRows.map((row) => [`${row.area}/${row.id}`, row]))
  for (const reference of references) {
    const row = targetById.get(`${reference.to}/${reference.id}`)
    const text = referenceProblem(reference, row)
    if (text) addError(errors[reference.index] ?? {}, reference.path, text)
    else reference.record[titleKey(reference.field)] = { id: reference.id, title: row?.title }
  }
  return errors

  function idsOf(target: string): number[] {
    return [...new Set(references.filter(({ to }) => to === target).map(({ id }) => id))]
  }

  function collect(area: Area, before: Doc | null, after: Doc, path: string, index: number): Reference[] {
    return [
      ...columnsOf(area).flatMap(([field, { kind, options }]): Reference[] => {
        const id = after[field]
        if (kind !== 'reference' || typeof id !== 'number' || field === area.partOf?.by || options.readOnly) return []
        const parent = options.within
        // A colourway is checked again when its article has changed.
        if (before?.[field] === id && (!parent || before[parent.of] === after[parent.of])) return []
        const states = before?.[field] === id ? undefined : options.states
        return [
          {
            area: area.name,
            to: options.to ?? '',
            id,
            record: after,
            field,
            path: path + field,
            states,
            within: parent,
            index,
            isNew: before?.[field] !== id,
          },
        ]
      }),
      ...rowsOf(area).flatMap(([name, { options }]) => {
        const oldRows = new Map(rowsIn(before, name).map((row) => [row.id, row]))
        return rowsIn(after, name).flatMap((row, position) =>
          collect(
            kit.register.get(options.to ?? ''),
            (row.id !== undefined && oldRows.get(row.id)) || null,
            row,
            `${path}${name}.${position}.`,
            index,
          ),
        )
      }),
    ]
  }

  function referenceProblem(reference: Reference, target: Target | undefined): Text | null {
    if (!target) return textOf('validation.no_such_record')
    // The portal itself may import records whose references have been archived or changed since.
    const mustBeUsable = me.id !== 0 && !work.isCopy
    if (mustBeUsable && reference.isNew && target.archived) return textOf('validation.record_archived')
    if (mustBeUsable && reference.states && target.status && !reference.states.includes(target.status))
      return textOf('validation.record_not_usable', { state: textOf(`areas.${reference.to}.states.${target.status}`) })
    if (reference.within && target.owner !== asText(reference.record[reference.within.of]))
      return textOf('validation.does_not_belong', {
        of: textOf(`areas.${reference.area}.fields.${reference.within.of}`),
      })
    return null
  }
}

interface Reference {
  /** The area of the referring record. */
  area: string
  to: string
  id: number
  record: Doc
  field: string
  path: string
  states: readonly string[] | undefined
  within: { field: string; of: string } | undefined
  index: number
  isNew: boolean
}

interface Target {
  area: string
  id: number
  title: string
  archived: boolean
  status: string | null
  /** The target's parent as text: the value of the field that `within` names. */
  owner: string | null
}

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
