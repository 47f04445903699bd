import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded'
import Box from '@mui/material/Box'
import { format, t } from '#web/i18n.ts'
import { moveText } from '#web/kit/moves/move-text.ts'
import { purchaseOrders } from '../area'
import { leavingDateField, mayEditInLines, type OpenOrder } from './open-order'
import { screenText } from './texts'

/**
 * Informs a supplier that the order is on hold: since when, the reason if it is shared, and the moves that remain
 * possible.
 */
export function HoldNote({ order }: { order: OpenOrder }) {
  const { held_at, hold_reason_shared, moves = [] } = order
  const title = held_at ? screenText('hold.since', { moment: format.moment(held_at) }) : screenText('hold.now')
  const possible = moves.filter(({ allowed }) => allowed).map(({ name }) => moveText(purchaseOrders, name))
  const sentences = [
    hold_reason_shared && screenText('hold.reason', { reason: hold_reason_shared }),
    screenText('hold.meaning'),
    possible.length > 0 && screenText('hold.moves', { moves: possible.join(t('kit.comma')) }),
    mayEditInLines(order, leavingDateField(order)) && screenText('hold.dates'),
  ]
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: 'flex',
        gap: 1,
        bgcolor: 'background.paper',
        borderRadius: 1,
        px: { xs: 1.5, md: 2.5 },
        py: 1.5,
        fontSize: 13,
      }}
    >
      <PauseCircleOutlineRounded
        aria-hidden
        sx={({ palette }) => ({ fontSize: 20, color: palette.tones.warning.text })}
      />
      <Box sx={{ minWidth: 0, maxWidth: '72ch', overflowWrap: 'anywhere' }}>
        <Box component="h2" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
          {title}
        </Box>
        {sentences.map(
          (text) =>
            text && (
              <Box component="p" key={text} sx={{ m: 0, mt: 0.5, whiteSpace: 'pre-line' }}>
                {text}
              </Box>
            ),
        )}
      </Box>
    </Box>
  )
}
