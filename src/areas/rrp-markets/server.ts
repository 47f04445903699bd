import { asPortal } from '#server/kit/as-portal.ts'
import { type Change, serve, type Work } from '#server/kit/kit.ts'
import { rrpMarkets } from './area'

export const server = serve(rrpMarkets, {
  prepare: async ({ tx }, changes) => {
    for (const { before, after } of changes) {
      const isOther = before?.currency !== after.currency && (before?.fx_rate ?? null) === (after.fx_rate ?? null)
      if (!isOther) continue
      const [stored] = await tx.query<{ fx_rate: string | null }>(
        `select fx_rate::text from rrp_markets where currency = $1 and fx_rate is not null and id <> coalesce($2, 0) limit 1`,
        [after.currency, after.id ?? null],
        'rrp_market_rate',
      )
      after.fx_rate = stored?.fx_rate ?? null
    }
    return undefined
  },
  written: shareRates,
})

/** A currency has one rate: a change for one market applies to all markets of its currency. */
async function shareRates(work: Work, changes: readonly Change[]) {
  for (const { before, after } of changes) {
    if ((before?.fx_rate ?? null) === (after.fx_rate ?? null)) continue
    const others = await work.tx.query<{ id: number }>(
      `select id from rrp_markets where currency = $1 and id <> $2 and fx_rate is distinct from $3::numeric order by id`,
      [after.currency, after.id, after.fx_rate],
      'rrp_market_others',
    )
    const following = asPortal(work)
    for (const { id } of others)
      await work.kit.repository(rrpMarkets.name).edit(following, id, { fx_rate: after.fx_rate })
  }
}
