import { gatherMail } from '#server/jobs/mail.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { artworkAllocations } from '../area'

/** What the supplier's people are told, by the state that artwork of a line has come to. */
const mailIn: Readonly<Record<string, { mail: string; line: string }>> = {
  allocated: { mail: 'artwork_allocated', line: 'artwork_of_line' },
  rejected: { mail: 'artwork_rejected', line: 'artwork_of_line' },
  outdated: { mail: 'artwork_outdated', line: 'artwork_of_line' },
}

/** Notifies the supplier's people of artwork to prove, proofs to make again, and versions not to print any more. */
export const tellSupplier = async (work: Work, changes: readonly Change[]) => {
  for (const { before, after } of changes) {
    const told = mailIn[String(after.status)]
    if (!told || before?.status === after.status || (!before && work.me === system)) continue
    const goods = await goodsOf(work, after)
    if (!goods) continue
    for (const { name, email, language } of uniqueByAddress(await supplierPeople(work.tx, after.supplier_id)))
      await gatherMail(
        work.tx,
        {
          mail: told.mail,
          to: email,
          language,
          params: {
            name,
            company: String(work.context.settings.company_name),
            line: goods.line,
            artwork: language === 'zh' ? goods.artwork_zh : goods.artwork,
            reason: String(after.decision_comment ?? ''),
            path: `${artworkAllocations.path}/${after.id}`,
          },
        },
        { line: told.line, list: artworkAllocations.path ?? '' },
      )
  }
}

/** The goods and the artwork; nothing while their order is not issued, as the supplier does not know it. */
const goodsOf = async ({ tx }: Work, { po_line_id, artwork_id }: Doc) => {
  const [goods] = await tx.query<{ line: string; artwork: string; artwork_zh: string }>(
    `select l.line_title as line, a.title_en as artwork, coalesce(a.title_zh, a.title_en) as artwork_zh
     from po_lines l join purchase_orders o on o.id = l.purchase_order_id, artworks a
     where l.id = $1 and a.id = $2 and o.issued_at is not null`,
    [po_line_id, artwork_id],
    'artwork_goods',
  )
  return goods
}
