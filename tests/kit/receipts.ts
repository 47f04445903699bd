import type { Portal } from './portal'

/** The agents of both suppliers acknowledge what waits for them: receipts are made by nobody else. */
export const giveReceipts = async ({ as, otherAgent }: Portal) => {
  for (const agent of [as.Agent, otherAgent]) {
    const { body } = await agent.get('/api/spec-allocations?status=allocated')
    for (const { id, version } of body) await agent.post(`/api/spec-allocations/${id}/moves/acknowledge`, { version })
  }
}
