import type { DemoEvidence } from './evidence'

/** An open line that needs documents, with the people who attach them. */
export interface DocumentedLine {
  id: number
  purchase_order_id: number
  line_title: string
  supplier_id: number
  agent_id: number
  buyer_id: number
  /** Whether the order is issued; before that, the supplier does not see it and attaches nothing. */
  is_issued: boolean
}

/** Whether a person has removed the document requirement from the line at this place. */
export const isLeftOut = (at: number): boolean => at % 9 === 4

/** The documents attached to the lines: some have all, some only those of the office or the supplier, some none. */
export const lineDocuments = (lines: readonly DocumentedLine[]): DemoEvidence[] => {
  const orders = [...new Set(lines.map(({ purchase_order_id }) => purchase_order_id))]
  return [
    ...orders.flatMap((order, at): DemoEvidence[] => {
      const first = lines.find(({ purchase_order_id }) => purchase_order_id === order)
      return at % 3 === 2 || !first
        ? []
        : [
            {
              ...{ area: 'purchase-orders', record_id: order, supplier_id: null, agent_id: first.buyer_id },
              kind: 'packing_instruction',
              name: `packing-instructions-${order}.pdf`,
              lines: ['Packing instructions', 'Flat pack, one piece a polybag', 'Solid colour and size a carton'],
            },
          ]
    }),
    ...lines.flatMap(({ id, line_title, supplier_id, agent_id, is_issued }, at): DemoEvidence[] =>
      at % 2 === 1 || !is_issued
        ? []
        : [
            {
              ...{ area: 'po-lines', record_id: id, supplier_id, agent_id },
              kind: 'test_report',
              name: `test-report-line-${id}.pdf`,
              lines: [
                'Test report: colour fastness and shrinkage',
                `No. TR-${30_000 + id}`,
                `Order line ${line_title}`,
              ],
            },
          ],
    ),
  ]
}
