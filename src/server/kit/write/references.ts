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
 * Checks every reference that a caller sets anew: it must exist in the caller's own scope, be usable in its state and
 * belong where it is declared to belong. One query, whatever the number of documents. Returns the
 * errors of each change by field path, and puts the titles beside the ids.
 */
export const checkReferences = async (work: Work, root: Area, changes: readonly Change[]): Promise<Errors[]> => {
  const { kit, me } = work
  const set: Reference[] = changes.flatMap((change, index) => collect(root, change.before, change.after, '', index))
  const errors: Errors[] = changes.map(() => ({}))
  if (set.length === 0) return errors
  const targets = [...new Set(set.map(({ to }) => to))].sort()
  const found = await run<Found>(
    work.tx,
    kit.selects.references(
      targets.map((to) => ({
        to,
        within: set.find((one) => one.to === to && one.within)?.within?.field ?? null,
      })),
      readScopeOf(me),
    ),
    { ...Object.fromEntries(targets.map((to) => [to, idsOf(to)])), ...callerValues(me) },
  )
  const known = new Map(found.map((row) => [`${row.area}/${row.id}`, row]))
  for (const reference of set) {
    const row = known.get(`${reference.to}/${reference.id}`)
    const text = fault(reference, row)
    if (text) addError(errors[reference.index] ?? {}, reference.path, text)
    else reference.record[titleKey(reference.field)] = { id: reference.id, title: row?.title }
  }
  return errors

  function idsOf(target: string): number[] {
    return [...new Set(set.filter(({ to }) => to === target).map(({ id }) => id))]
  }

  function collect(area: Area, before: Doc | null, after: Doc, path: string, index: number): Reference[] {
    return [
      ...columnsOf(area).flatMap(([field, { kind, options }]): Reference[] => {
        const id = after[field]
        if (kind !== 'reference' || typeof id !== 'number' || field === area.partOf?.by || options.readOnly) return []
        const bound = options.within
        // A colourway is also asked again when its article changed under it.
        if (before?.[field] === id && (!bound || before[bound.of] === after[bound.of])) return []
        const states = before?.[field] === id ? undefined : options.states
        return [
          {
            to: options.to ?? '',
            id,
            record: after,
            field,
            path: path + field,
            states,
            within: bound,
            index,
            isNew: before?.[field] !== id,
          },
        ]
      }),
      ...rowsOf(area).flatMap(([name, { options }]) => {
        const olds = new Map(rowsIn(before, name).map((row) => [row.id, row]))
        return rowsIn(after, name).flatMap((row, position) =>
          collect(
            kit.register.get(options.to ?? ''),
            (row.id !== undefined && olds.get(row.id)) || null,
            row,
            `${path}${name}.${position}.`,
            index,
          ),
        )
      }),
    ]
  }

  function fault(reference: Reference, found: Found | undefined): Text | null {
    if (!found) return textOf('validation.no_such_record')
    // The portal itself takes over records whose references have moved on since.
    if (me.id !== 0 && reference.isNew && found.archived) return textOf('validation.record_archived')
    if (me.id !== 0 && reference.states && found.status && !reference.states.includes(found.status))
      return textOf('validation.record_not_usable', { state: textOf(`areas.${reference.to}.states.${found.status}`) })
    if (reference.within && found.owner !== reference.record[reference.within.of])
      return textOf('validation.does_not_belong', { of: textOf(`areas.${root.name}.name_one`) })
    return null
  }
}

interface Reference {
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

interface Found {
  area: string
  id: number
  title: string
  archived: boolean
  status: string | null
  owner: number | null
}
