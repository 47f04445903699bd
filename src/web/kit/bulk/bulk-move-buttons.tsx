import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { MoreMenu } from '#web/kit/page/more-menu.tsx'
import { type BulkMoves, type BulkOffer, offerText } from './use-bulk-moves'

/**
 * The moves of a selection around its other actions (`children`): those that apply to most records are buttons, as many
 * as fit; the others are in a menu at the end. Destructive moves are always in the menu, against accidental taps.
 */
export function BulkMoveButtons({ moves, total, onChoose, children }: Props) {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const isTablet = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const { offers, isExact, isFetching } = moves
  const labelOf = (offer: BulkOffer) => offerText(offer, total, isExact)
  const asButtons = offers
    .filter(({ danger, reason }) => !danger && !reason)
    .sort((a, b) => b.count - a.count)
    .slice(0, isWide ? 3 : isTablet ? 2 : 1)
  const inMenu = offers
    .filter((offer) => !asButtons.includes(offer))
    .sort((a, b) => Number(a.danger) - Number(b.danger))
  return (
    <Box data-moves={offers.length > 0 || undefined} sx={{ display: 'contents' }}>
      {asButtons.map((offer) => (
        <Button
          key={offer.label}
          size="small"
          variant="outlined"
          disabled={isFetching}
          onClick={() => onChoose(offer)}
          sx={{ minHeight: { xs: 44, sm: 0 } }}
        >
          {labelOf(offer)}
        </Button>
      ))}
      {children}
      <MoreMenu
        disabled={isFetching}
        groups={[
          inMenu.map((offer) => ({
            label: labelOf(offer),
            danger: offer.danger,
            reason: offer.reason,
            onSelect: () => onChoose(offer),
          })),
        ]}
      />
    </Box>
  )
}

interface Props {
  moves: BulkMoves
  /** Number of selected records. */
  total: number
  onChoose: (offer: BulkOffer) => void
  /** Other actions on the records. */
  children?: ReactNode
}
