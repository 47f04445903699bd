import type { Queryable } from '#server/db/types.ts'
import type { Work } from '#server/kit/kit.ts'

/** The demo company's importers and registered numbers on labels, which are empty in a new database. */
const texts: readonly (readonly [market: string, part: string, value: string])[] = [
  ['US', 'rn', '148203'],
  ['CA', 'ca', '40917'],
  ['GB', 'importer', 'Alderwick & Fenmoor Retail, 14 Wharf Road, Leeds LS10 1AB'],
  ['EU', 'importer', 'Alderwick & Fenmoor B.V., Havenstraat 8, 3011 TB Rotterdam'],
  ['CN', 'importer', '奥德威克商贸（上海）有限公司 上海市静安区南京西路1266号'],
  ['CN', 'standard', 'FZ/T 73020-2019'],
]

/** Fills in the company's texts, so that the labels of the demo orders can be printed. */
export const fillLabelMarkets = async (work: Work): Promise<void> => {
  for (const [market, part, value] of texts) {
    const [row] = await work.tx.query<{ id: number }>(
      `select p.id from label_market_parts p join label_markets m on m.id = p.label_market_id
       where m.code = $1 and p.part = $2 and p.value is null`,
      [market, part],
    )
    if (row) await work.kit.repository('label-market-parts').edit(work, row.id, { value })
  }
}

/** Removes the texts again, except those that were changed. */
export const clearLabelMarkets = async (tx: Queryable): Promise<void> => {
  for (const [market, part, value] of texts)
    await tx.query(
      `update label_market_parts p set value = null from label_markets m
       where m.id = p.label_market_id and m.code = $1 and p.part = $2 and p.value = $3`,
      [market, part, value],
    )
}
