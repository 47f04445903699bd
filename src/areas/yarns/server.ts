import { sql } from 'kysely'
import { asPortal } from '#server/kit/as-portal.ts'
import { type Change, type Doc, type MoveHooks, serve, type Work } from '#server/kit/kit.ts'
import { knownToSupplier } from '#server/kit/read/known-to-supplier.ts'
import type { Language } from '#shared/kit/text.ts'
import { type CountSystem, countNotation } from '#shared/standards/yarn-count.ts'
import { compositionRowsOf } from '#shared/trade/composition-rows.ts'
import { compositionText, qualifiedName } from '#shared/trade/composition-text.ts'
import { yarns } from './area'

/** Stores the answer of the house, which the mill reads. */
const storeAnswer: MoveHooks = {
  effect: (work, yarn, _change, { comment }) =>
    void Object.assign(yarn, {
      answer: typeof comment === 'string' && comment ? comment : null,
      answered_by: work.me.id || null,
      answered_at: work.now,
    }),
}

export const server = serve(yarns, {
  scopes: {
    // The mill's own yarns, and yarns in the colourways of articles ordered from the supplier.
    known: (alias, caller) => sql<boolean>`(${sql.id(alias, 'mill_supplier_id')} = ${caller.supplier_id}
      or ${sql.id(alias, 'id')} in (
        select c.yarn_id from colourways as c where c.article_id in (${knownToSupplier('articles', caller)})))`,
    known_within: (alias, caller) => sql<boolean>`(${sql.id(alias, 'mill_supplier_id')} is null
      or ${sql.id(alias, 'mill_supplier_id')} = any(${caller.portfolio})
      or ${sql.id(alias, 'id')} in (
        select c.yarn_id from colourways as c where c.article_id in (
          select sk.record_id from supplier_knows as sk
          where sk.supplier_id = any(${caller.portfolio}) and sk.area = 'articles'
          group by sk.record_id having sum(sk.uses) > 0)))`,
  },

  prepare: async (work, changes) => {
    for (const { before, after } of changes) {
      if (!before && work.me.role === 'Agent') after.mill_supplier_id = work.me.supplier_id
      after.count_notation = countNotation(
        String(after.count_value),
        after.count_system as CountSystem,
        Number(after.plies ?? 1),
      )
    }
    await describeCompositions(work, changes)
    return changes.map(() => [])
  },

  // Renaming a fibre updates the compositions that contain it.
  follows: {
    fibres: async (work, changes) => {
      const renamed = changes.flatMap(({ before, after }) =>
        before && (before.name_en !== after.name_en || before.name_zh !== after.name_zh) ? Number(after.id) : [],
      )
      if (renamed.length > 0) await rewriteCompositions(work, renamed)
    },
  },

  moves: { accept: storeAnswer, reject: storeAnswer, retire: storeAnswer },
})

/** Writes each composition as text in both languages, for lists, search and export. */
const describeCompositions = async ({ tx }: Work, changes: readonly Change[]) => {
  const ids = changes.flatMap(({ after }) =>
    compositionRowsOf(after, 'fibres').flatMap(({ fibre_id }) => fibre_id ?? []),
  )
  const fibres =
    ids.length === 0
      ? []
      : await tx.query<{ id: number; name_en: string; name_zh: string }>(
          'select id, name_en, name_zh from fibres where id = any($1::bigint[])',
          [[...new Set(ids)]],
          'yarn_fibre_names',
        )
  const names = new Map(fibres.map((fibre) => [Number(fibre.id), fibre]))
  const textIn = (yarn: Doc, language: Language) =>
    compositionText(
      compositionRowsOf(yarn, 'fibres'),
      (id, row) => qualifiedName(names.get(id)?.[`name_${language}`] ?? '', row, language),
      language,
    ) || null
  for (const { after } of changes)
    Object.assign(after, { composition_en: textIn(after, 'en'), composition_zh: textIn(after, 'zh') })
}

/** Rewrites all yarns with these fibres, which updates the texts of their compositions. */
const rewriteCompositions = async (work: Work, fibreIds: readonly number[]) => {
  const rows = await work.tx.query<{ yarn_id: number }>(
    'select distinct yarn_id from yarn_fibres where fibre_id = any($1::bigint[]) order by yarn_id',
    [fibreIds],
    'yarns_with_fibres',
  )
  const following = asPortal(work)
  for (const { yarn_id } of rows) await work.kit.repository(yarns.name).edit(following, Number(yarn_id), {})
}
