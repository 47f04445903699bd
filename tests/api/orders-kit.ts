import { expect } from 'vitest'
import { type Answer, draft, type Person, type Portal } from '../kit/portal'

let numbers = 0

/** Walks orders through their life, each step by somebody who may. */
export const orders = (portal: Portal) => {
  const { admin, Office } = portal.as
  const steps: Record<string, [Person, string][]> = {
    draft: [],
    pending_approval: [[Office, 'submit']],
    approved: [
      [Office, 'submit'],
      [admin, 'approve'],
    ],
    issued: [
      [Office, 'submit'],
      [admin, 'approve'],
      [admin, 'issue'],
    ],
    confirmed: [
      [Office, 'submit'],
      [admin, 'approve'],
      [admin, 'issue'],
      [portal.as.Agent, 'acknowledge'],
    ],
  }
  return {
    /** A new order of Office, taken to a status by the people of the portal. */
    async at(status: string, changes: Record<string, unknown> = {}) {
      numbers += 1
      const made = await Office.post('/api/purchase-orders', draft(`PO-${1000 + numbers}`, changes))
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      let order = made.body
      for (const [person, move] of steps[status] ?? []) {
        const answer = await step(person, order, move)
        expect([move, answer.status], JSON.stringify(answer.body)).toEqual([move, 200])
        order = answer.body
      }
      return order
    },
    step,
    /** The order as the administrator sees it now. */
    now: async (order: { id: number }) => (await admin.get(`/api/purchase-orders/${order.id}`)).body,
  }
}

/** A move with the version that the order had. */
export const step = (
  person: Person,
  order: { id: number; version: number },
  move: string,
  inputs: object = {},
): Promise<Answer> =>
  person.post(`/api/purchase-orders/${order.id}/moves/${move}`, { version: order.version, ...inputs })

/** A move on the first line, or another. */
export const decide = (
  person: Person,
  order: { lines: { id: number; version: number }[] },
  move: string,
  inputs: object = {},
  index = 0,
): Promise<Answer> =>
  person.post(`/api/po-lines/${order.lines[index]?.id}/moves/${move}`, {
    version: order.lines[index]?.version,
    ...inputs,
  })

/** Two lines that may be decided on apart. */
export const twoLines = (first: object = {}, second: object = {}) => [
  { article_id: 1, colourway_id: 1, qty: 100, unit_price: '5.25', sizes: [{ size_id: 1, qty: 100 }], ...first },
  { article_id: 2, colourway_id: 3, qty: 50, unit_price: '6.00', sizes: [{ size_id: 2, qty: 50 }], ...second },
]
