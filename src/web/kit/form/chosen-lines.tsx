import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'

/** Ids of order lines from an address (`12,15`), at most `most`; other texts are ignored. */
export const lineIdsIn = (text: string | null, most: number): number[] =>
  (text ?? '')
    .split(',')
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number)
    .slice(0, most)

/**
 * Loads the open lines of the order in the form's field `purchase_order_id` and passes their ids to `onFound`, once per
 * order.
 */
export function LinesOfOrder({ area, most, onFound }: { area: Area; most: number; onFound: (ids: number[]) => void }) {
  const orderId = useWatch({ name: 'purchase_order_id' }) as number | null
  const { data } = useQuery({
    queryKey: [area.name, 'lines', orderId],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', areaOf(area, 'po_line_id').name, {
        params: { purchase_order_id: String(orderId), line_status: 'open', _start: '0', _end: String(most) },
        signal,
      }),
    enabled: orderId !== null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per response
  useEffect(() => {
    if (orderId !== null && data) onFound(data.map(({ id }) => id))
  }, [orderId, data])
  return null
}

/** A list of selected lines, dimmed while its entries are being recalculated (`isStale`). */
export const ChosenLines = ({ isStale, children }: { isStale: boolean; children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, opacity: isStale ? 0.6 : 1 }}>
    {children}
  </Box>
)

/** A selected line with the entries that it will get, or the reason why there are none. */
export function ChosenLine({ title, note, reason, removeLabel, onRemove, entries }: ChosenLineProps) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, borderTop: 1, borderColor: 'divider', py: 1 }}
    >
      <Box sx={{ flex: 1, minWidth: 0, fontSize: 13 }}>
        <Box sx={{ fontWeight: 500 }}>
          {title}
          {note && (
            <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary', ml: 1 }}>
              {note}
            </Box>
          )}
        </Box>
        {reason && <Box sx={{ color: 'tones.warning.text' }}>{reason}</Box>}
        {entries.map(({ key, name, isNew, words }) => (
          <Box key={key} sx={{ color: isNew ? 'text.primary' : 'text.secondary' }}>
            {name}
            <Box component="span" className="tabular" sx={{ ml: 1, color: 'text.secondary' }}>
              {words}
            </Box>
          </Box>
        ))}
      </Box>
      <IconButton aria-label={removeLabel} onClick={onRemove} sx={{ p: { xs: 1.5, sm: 0.5 } }}>
        <CloseRounded sx={{ fontSize: 20 }} />
      </IconButton>
    </Box>
  )
}

interface ChosenLineProps {
  title: string
  note?: string | null
  reason?: string | null
  removeLabel: string
  onRemove: () => void
  entries: readonly { key: string | number; name: string; isNew: boolean; words: string }[]
}
