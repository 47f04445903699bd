import type { DemoEvidence } from './evidence'

/** An open line that needs documents, with who attaches them. */
export interface DocumentedLine {
  id: number
  purchase_order_id: number
  line_title: string
  supplier_id: number
  agent_id: number
  buyer_id: number
  /** Suppliers attach nothing to an order that they do not know. */
  is_issued: boolean
}

/** Lines of which a person said that they need no documents. */
export const isLeftOut = (at: number): boolean => at % 9 === 4

/** The documents of lines: all of them, those of one side, or none. */
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
