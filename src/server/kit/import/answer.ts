import type { FastifyRequest } from 'fastify'
import type { Queryable } from '#server/db/types.ts'
import { idOf } from '#server/kit/api/query-params.ts'
import { forbidden } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { rightsOf } from '#server/kit/rights.ts'
import { languageOf, renderText } from '#server/texts.ts'
import type { Area } from '#shared/kit/area.ts'
import { mayImport } from '#shared/kit/import-right.ts'
import type { Language } from '#shared/kit/text.ts'
import type { ImportRecord, ImportSettings } from '#shared/kit/wire/import.ts'
import { findEarlierMapping } from './earlier-mapping'
import { creationObstacle } from './minimal-records'
import type { DocumentField } from './paths'
import { importFields, openQuestions, optionsFor, suggest } from './plan'
import { countOutcomes, type Import, readImport } from './staged'
import { importTarget } from './targets'

/** The import in the path; 404 unless the caller may read it, 403 if they may no longer import into its area. */
export const ownImport = async (kit: Kit, request: FastifyRequest, on: Queryable = kit.db): Promise<Import> => {
  const record = await readImport(on, request.me, idOf(request))
  if (!mayImport(rightsOf(kit, request.me), importTarget(kit, record.area))) throw forbidden()
  return record
}

/** The import as the API answers it: with texts in the caller's language, fields, suggestions and open questions. */
export const importAnswer = async (
  kit: Kit,
  request: FastifyRequest,
  record: Import,
  on: Queryable = kit.db,
): Promise<ImportRecord> => {
  const { me } = request
  const area = importTarget(kit, record.area)
  const { owner_id: _owner, failure, missing, ...stored } = record
  const fields = importFields(kit, me, area)
  const language = languageIn(request)
  const questions = record.status === 'mapping' ? openQuestions(kit, me, record) : {}
  const isCounted = record.status === 'checked' || record.status === 'writing' || record.status === 'done'
  return {
    ...stored,
    failure: failure ? renderText(failure, language) : null,
    fields: fields.map((field) => ({
      path: field.path,
      needed: isNeeded(kit, area, field, record.settings),
      key: area.key?.includes(field.path) ?? false,
    })),
    suggestions:
      record.status === 'mapping' || record.status === 'checked' ? suggest(kit, area, fields, record.columns) : [],
    earlier: record.status === 'mapping' && !area.worklist ? await findEarlierMapping(on, kit, me, record) : null,
    questions: Object.fromEntries(
      Object.entries(questions).map(([path, texts]) => [path, texts.map((text) => renderText(text, language))]),
    ),
    options: Object.entries(optionsFor(kit, area.name, me)).map(([name, { kind, options }]) => ({
      name,
      kind,
      values: options.values ?? [],
    })),
    missing: missing.map((values) => {
      const states = fields.find(({ path }) => path === values.path)?.field.options.states
      const reason = creationObstacle(kit, me, kit.register.get(values.area), states)
      return { ...values, creatable: reason === null, reason: reason ? renderText(reason, language) : null }
    }),
    counts: isCounted || record.status === 'failed' ? await countOutcomes(on, record.id) : null,
  }
}

export const languageIn = (request: FastifyRequest): Language => languageOf(request.headers['accept-language'])

/**
 * Whether a new record needs the field. A field of rows is needed if each row needs it, and rows are required or mapped.
 */
const isNeeded = (
  kit: Kit,
  root: Area,
  { field, within, path }: DocumentField,
  { mapping }: ImportSettings,
): boolean => {
  const prefix = path.slice(0, path.lastIndexOf('.') + 1)
  let area = root
  const areRowsNeeded = within.every((name) => {
    const { to, min } = area.fields[name]?.options ?? {}
    area = kit.register.get(to ?? '')
    return Number(min ?? 0) > 0
  })
  return (
    field.required &&
    field.options.default === undefined &&
    field.kind !== 'flag' &&
    field.kind !== 'choices' &&
    (areRowsNeeded || Object.keys(mapping).some((path) => path.startsWith(prefix)))
  )
}
