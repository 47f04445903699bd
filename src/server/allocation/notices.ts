import { gatherMail } from '#server/jobs/mail.ts'
import type { Change, Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { formatDate } from '#shared/base/dates.ts'
import { type Area, tableOf } from '#shared/kit/area.ts'
import type { AllocationPlan } from '#shared/trade/allocation.ts'

/** Names of the mails (`mail.<name>`) that suppliers get about allocations to their lines. */
export interface AllocationMails {
  allocated: string
  outdated: string
  /** For kinds whose submissions the office may reject. */
  rejected?: string
  /** For kinds with the move `remind`. */
  reminder?: string
}

/** Mails suppliers about allocations that became allocated, outdated or rejected in this write. */
export const tellChanges = async (
  work: Work,
  area: Area,
  plan: AllocationPlan,
  mails: AllocationMails,
  changes: readonly Change[],
) => {
  for (const { before, after } of changes) {
    if (before?.status === after.status) continue
    // No mail for allocations that the portal loads, nor for those that keep their version.
    if (after.status === 'allocated' && work.me !== system && work.action !== 'keep')
      await tellSupplier(work, area, plan, mails.allocated, after)
    if (before && after.status === 'outdated') await tellSupplier(work, area, plan, mails.outdated, after)
    if (before && after.status === 'rejected' && mails.rejected)
      await tellSupplier(work, area, plan, mails.rejected, after)
  }
}

/** Mails the supplier's people about one allocation; notices within minutes share one mail. */
export const tellSupplier = async (work: Work, area: Area, plan: AllocationPlan, mail: string, allocation: Doc) => {
  const goods = await goodsOf(work, area, plan, allocation)
  if (!goods) return
  const people = await supplierPeople(work.tx, allocation.supplier_id)
  for (const { name, email, language } of uniqueByAddress(people)) {
    const { title, title_zh, line, article } = goods
    const params = {
      name,
      company: String(work.context.settings.company_name),
      line,
      article,
      title: (language === 'zh' && title_zh) || title,
      due: typeof allocation.due_date === 'string' ? formatDate(allocation.due_date, language) : '–',
      reason: String(allocation.decision_comment ?? ''),
      id: Number(allocation.id),
    }
    await gatherMail(
      work.tx,
      { mail, to: email, language, params },
      {
        line: 'allocation',
        list: `${area.path}?status=${allocation.status === 'rejected' ? 'rejected' : 'allocated'}`,
      },
    )
  }
}

/** Line, article and title for the mail; undefined while the order is not issued, because the supplier cannot see it. */
const goodsOf = async ({ tx, kit }: Work, area: Area, { library, lines, orders }: AllocationPlan, allocation: Doc) => {
  const records = library && kit.register.get(library.area)
  const [goods] = await tx.query<{ line: string; article: string; title: string; title_zh: string | null }>(
    `select l.line_title as line, a.article_no as article,
       ${records ? `r.${records.title}` : 's.allocation_title'} as title,
       ${records ? (records.titleZh ? `r.${records.titleZh}` : 'null') : 's.allocation_title_zh'} as title_zh
     from ${tableOf(area)} s
     join ${tableOf(lines)} l on l.id = s.po_line_id
     join ${tableOf(orders)} o on o.id = l.purchase_order_id
     join articles a on a.id = l.article_id
     ${records && library ? `join ${tableOf(records)} r on r.id = s.${library.by}` : ''}
     where s.id = $1 and o.issued_at is not null`,
    [allocation.id],
    `${tableOf(area)}_goods`,
  )
  return goods
}
