import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { renderText } from '#server/texts.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { formatDate } from '#shared/base/dates.ts'
import { textOf } from '#shared/kit/text.ts'
import { linesOf } from './complete'

/** The page on which suppliers see the goods of a container. */
const list = '/apps/shipping_management'

/** Mails each supplier the discrepancies of its own goods; no mail if its count is as expected. */
export const mailDiscrepancies = async (work: Work, container: Doc): Promise<void> => {
  if (work.me.id === 0) return
  const differing = linesOf(container).filter(
    ({ short_qty, over_qty, damaged_qty }) => Number(short_qty) + Number(over_qty) + Number(damaged_qty) > 0,
  )
  const suppliers = [...new Set(differing.map(({ supplier_id }) => Number(supplier_id)))].sort((a, b) => a - b)
  for (const supplier of suppliers) {
    const supplierLines = differing.filter(({ supplier_id }) => Number(supplier_id) === supplier)
    const total = (field: string) => supplierLines.reduce((sum, line) => sum + Number(line[field] ?? 0), 0)
    for (const { name, email, language } of uniqueByAddress(await supplierPeople(work.tx, supplier))) {
      const params = {
        name,
        company: String(work.context.settings.company_name),
        container: String(container.container_title),
        day: formatDate(String(container.received_on), language),
        ...{ short: total('short_qty'), over: total('over_qty'), damaged: total('damaged_qty') },
        lines: cutText(
          supplierLines
            .map((line) =>
              renderText(
                textOf('mail.container_discrepancy_line', {
                  line: String(line.line_title ?? ''),
                  ...{ expected: Number(line.expected_qty), received: Number(line.received_qty ?? 0) },
                  ...{ short: Number(line.short_qty), over: Number(line.over_qty), damaged: Number(line.damaged_qty) },
                }),
                language,
              ),
            )
            .join('\n'),
          3000,
        ),
        id: Number(supplierLines[0]?.booking_id ?? 0),
      }
      await gatherMail(
        work.tx,
        { mail: 'container_discrepancy', to: email, language, params },
        { line: 'container', list },
      )
    }
  }
}
