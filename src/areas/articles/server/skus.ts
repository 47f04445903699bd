import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Colourway, type SkuRow, skuCode } from '../rules'

/**
 * Completes new SKUs with codes, and articles without a size scale with that of their SKUs. Reports sizes of another
 * scale, and codes and GTINs that SKUs of other articles already have.
 */
export const completeSkus = async (work: Work, changes: readonly Change[]): Promise<Problem[][]> => {
  const documents = changes.map(({ after }) => ({ article: after, skus: skusOf(after) }))
  const all = documents.flatMap(({ skus }) => skus)
  if (all.length === 0) return changes.map(() => [])
  const sizes = await readSizes(work, all)
  for (const { article, skus } of documents) {
    article.size_scale_id ??= sizes.get(skus[0]?.row.size_id ?? 0)?.size_scale_id ?? null
    for (const { colour, row } of skus)
      row.sku ||= skuCode(String(article.article_no), colour.code, sizes.get(row.size_id)?.label ?? String(row.size_id))
  }
  const owners = await readDuplicates(work, all)
  return documents.map(({ article, skus }) =>
    skus.flatMap(({ row, path }) => [
      ...(row.active && sizes.get(row.size_id)?.size_scale_id !== article.size_scale_id
        ? [problem(textOf('messages.articles.size_of_other_scale'), `${path}size_id`)]
        : []),
      ...(['sku', 'gtin'] as const).flatMap((name) => {
        const owner = row[name] ? owners.get(`${name} ${row[name]}`) : undefined
        return owner === undefined || owner.id === row.id
          ? []
          : [problem(textOf(duplicateTexts[name], { sku: owner.sku ?? '', article: owner.article_no }), path + name)]
      }),
    ]),
  )
}

const duplicateTexts = { sku: 'messages.articles.sku_taken', gtin: 'messages.articles.gtin_taken' } as const

interface SkuPath {
  colour: Colourway
  row: SkuRow
  path: string
}

const skusOf = (article: Doc): SkuPath[] =>
  ((article.colourways ?? []) as Colourway[]).flatMap((colour, at) =>
    (colour.skus ?? []).map((row, index) => ({ colour, row, path: `colourways.${at}.skus.${index}.` })),
  )

const readSizes = async ({ tx }: Work, skus: readonly SkuPath[]) => {
  const rows = await tx.query<{ id: number; label: string; size_scale_id: number }>(
    'select id, label, size_scale_id from sizes where id = any($1::bigint[])',
    [[...new Set(skus.map(({ row }) => row.size_id))]],
    'article_sizes',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** SKUs outside this write with the same code or GTIN, keyed by `sku …` and `gtin …`. */
const readDuplicates = async ({ tx }: Work, skus: readonly SkuPath[]) => {
  const rows = await tx.query<{ id: number; sku: string | null; gtin: string | null; article_no: string }>(
    `select k.id, k.sku, k.gtin, a.article_no
     from skus k join colourways c on c.id = k.colourway_id join articles a on a.id = c.article_id
     where (k.sku = any($1::text[]) or k.gtin = any($2::text[])) and k.id <> all($3::bigint[])`,
    [
      skus.flatMap(({ row }) => row.sku || []),
      skus.flatMap(({ row }) => row.gtin || []),
      skus.flatMap(({ row }) => row.id ?? []),
    ],
    'article_skus_taken',
  )
  return new Map(
    rows.flatMap((row) => [
      [`sku ${row.sku}`, row] as const,
      ...(row.gtin ? [[`gtin ${row.gtin}`, row] as const] : []),
    ]),
  )
}
