import type { Kit, PaperOf } from '#server/kit/kit.ts'
import { subjectOf } from '#shared/kit/roles.ts'
import { type PaperPom, type PaperSpec, specPaper } from '#shared/trade/spec-paper.ts'
import { specifications } from '../area'

/** The specification as PDF content, in one language or both, with lengths in centimetres or inches. */
export const paperOf: PaperOf = async (kit, me, record, { tongues, unit }) => {
  const spec = record as unknown as PaperSpec
  const [poms, ranks, settings] = await Promise.all([readPoms(kit, spec), readRanks(kit, spec), kit.settings()])
  const unitShown = unit ?? spec.unit ?? 'cm'
  const paper = specPaper(spec, {
    area: specifications,
    tongues,
    unit: unitShown,
    mayRead: (field) => kit.mayRead(subjectOf(me), specifications, field),
    poms,
    ranks,
    company: String(settings.company_name ?? ''),
  })
  const parts = [spec.spec_id ?? 'SP', `v${spec.version_no}`, ...(spec.measures.length > 0 ? [unitShown] : [])]
  return { name: parts.join('-'), paper }
}

const readPoms = async ({ db, covers }: Kit, { measures }: PaperSpec) => {
  const ids = [...new Set(measures.map(({ pom_id }) => pom_id))]
  const rows = await db.query<PaperPom>(
    `select id, code, name_en, name_zh, how_to_measure_en, how_to_measure_zh from poms where id = any($1::bigint[])`,
    [ids],
    'specification_poms',
  )
  const pictures = await covers('poms', ids)
  return new Map(rows.map((pom) => [pom.id, { ...pom, picture: pictures.get(pom.id) }]))
}

const readRanks = async ({ db }: Kit, { measures }: PaperSpec) => {
  const ids = new Set(measures.flatMap(({ values }) => values.map(({ size_id }) => size_id)))
  const rows = await db.query<{ id: number; sort_order: number }>(
    'select id, sort_order from sizes where id = any($1::bigint[])',
    [[...ids]],
    'specification_size_ranks',
  )
  return new Map(rows.map(({ id, sort_order }) => [id, sort_order]))
}
