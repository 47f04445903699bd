import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/types.ts'
import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import type { DateForm, NumberForm } from '#shared/delimited/forms.ts'
import type { EarlierMapping, FileColumn, ImportSettings } from '#shared/kit/wire/import.ts'
import { textKey } from './lookup'
import { settingsErrors } from './plan'
import type { Import } from './staged'

/** Saves the mapping of columns by their headings, since the next file may have them in another order. */
export const saveMapping = (on: Queryable, { owner_id, area, file_name, columns, settings }: Import) => {
  const names = namesOf(columns)
  const headingAt = (index: number | string) => names[Number(index)] ?? ''
  const byHeading = <T>(forms: Record<string, T>) =>
    Object.entries(forms).map(([index, form]) => ({ heading: headingAt(index), form }))
  const savedMapping: SavedMapping = {
    mapping: Object.entries(settings.mapping).map(([path, source]) =>
      'column' in source ? { path, heading: headingAt(source.column) } : { path, value: source.value },
    ),
    date_forms: byHeading(settings.date_forms),
    number_forms: byHeading(settings.number_forms),
  }
  return on.query(
    `insert into import_mappings (owner_id, area, headings, file_name, settings) values ($1, $2, $3, $4, $5::jsonb)
     on conflict (owner_id, area, headings)
     do update set file_name = excluded.file_name, settings = excluded.settings, used_at = now()`,
    [owner_id, area, digestOf(columns), file_name, JSON.stringify(savedMapping)],
    'import_mapping_keep',
  )
}

/**
 * The caller's mapping of an earlier file with the same headings; null if there is none or nothing in it is still
 * valid.
 */
export const findEarlierMapping = async (
  on: Queryable,
  kit: Kit,
  me: Principal,
  record: Import,
): Promise<EarlierMapping | null> => {
  const [row] = await on.query<{ file_name: string; used_at: string; settings: SavedMapping }>(
    'select file_name, used_at, settings from import_mappings where owner_id = $1 and area = $2 and headings = $3',
    [me.id, record.area, digestOf(record.columns)],
    'import_mapping_read',
  )
  if (!row) return null
  const indexes = new Map(namesOf(record.columns).map((name, index) => [name, index]))
  const byIndex = <T>(forms: { heading: string; form: T }[]) =>
    Object.fromEntries(
      forms.flatMap(({ heading, form }) => (indexes.has(heading) ? [[indexes.get(heading), form]] : [])),
    )
  const mapping: ImportSettings['mapping'] = {}
  for (const { path, heading, value } of row.settings.mapping) {
    const column = indexes.get(heading ?? '')
    if (heading === undefined) mapping[path] = { value }
    else if (column !== undefined) mapping[path] = { column }
  }
  const settings = {
    mapping,
    date_forms: byIndex(row.settings.date_forms),
    number_forms: byIndex(row.settings.number_forms),
  }
  const errors = settingsErrors(kit, me, record, { ...record.settings, ...settings, create_missing: [], options: {} })
  for (const path of Object.keys(mapping)) if (errors[`mapping.${path}`]) delete mapping[path]
  return Object.keys(mapping).length > 0 ? { file_name: row.file_name, used_at: row.used_at, settings } : null
}

/** The headings as unique names: repeated headings, including empty ones, are numbered from the second on. */
const namesOf = (columns: readonly Pick<FileColumn, 'heading'>[]): string[] => {
  const counts = new Map<string, number>()
  return columns.map(({ heading }) => {
    const name = textKey(heading)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}\n${count}`
  })
}

interface SavedMapping {
  mapping: { path: string; heading?: string; value?: unknown }[]
  date_forms: { heading: string; form: DateForm }[]
  number_forms: { heading: string; form: NumberForm }[]
}

const digestOf = (columns: readonly FileColumn[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ heading }) => textKey(heading)).sort()))
    .digest('base64url')
