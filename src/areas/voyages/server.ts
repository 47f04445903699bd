import { serve } from '#server/kit/kit.ts'
import { voyages } from './area'

export const server = serve(voyages, {
  prepare: async ({ tx }, changes) => {
    const ids = [...new Set(changes.map(({ after }) => Number(after.vessel_id)))]
    const rows = await tx.query<{ id: number; name: string; carrier: string | null }>(
      'select id, name, carrier from vessels where id = any($1::bigint[])',
      [ids],
      'voyage_vessels',
    )
    const vessels = new Map(rows.map((row) => [row.id, row]))
    for (const { before, after } of changes) {
      const vessel = vessels.get(Number(after.vessel_id))
      after.voyage_title = `${vessel?.name ?? ''} ${after.voyage_no ?? ''}`.trim()
      if (!before) after.carrier ??= vessel?.carrier ?? null
    }
    return changes.map(() => [])
  },

  import: {
    aliases: {
      vessel_id: ['vessel', 'ship', '船名'],
      voyage_no: ['voyage', 'voy', '航次'],
      port_of_loading_id: ['pol', '起运港'],
      port_of_discharge_id: ['pod', '目的港'],
    },
  },
})
