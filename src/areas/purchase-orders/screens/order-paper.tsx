import GlobalStyles from '@mui/material/GlobalStyles'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { orderPaper } from '#shared/trade/order-paper.ts'
import type { Translator } from '#web/i18n.ts'
import { useSizes } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { PaperContent, paperStyle } from '#web/kit/page/paper-content.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import type { OpenOrder } from './open-order'

/**
 * The order on A4 for printing by the browser: labels in every language of `tongues`, values in the first. It is hidden
 * on screen and printed instead of the page; `onPrinted` runs when the print dialog closes.
 */
export function OrderPaper({ order, tongues, onPrinted }: PaperProps) {
  const sizes = useSizes(order.lines.map(({ size_scale_id }) => size_scale_id))
  const isReady = sizes.length > 0 || order.lines.every((line) => line.sizes.length === 0)
  useEffect(() => {
    if (!isReady) return
    const frame = requestAnimationFrame(() => print())
    addEventListener('afterprint', onPrinted, { once: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onPrinted)
    }
  }, [isReady, onPrinted])
  const paper = orderPaper(order, {
    areas: { order: purchaseOrders, line: areaOf(purchaseOrders, 'lines') },
    tongues,
    mayRead: fieldRights().mayRead,
    ranks: new Map(sizes.map(({ id, sort_order }) => [id, sort_order])),
  })
  return createPortal(
    <div className="paper" lang={paper.language}>
      <GlobalStyles styles={{ ...paperStyle, '@media screen': { '.paper': { display: 'none' } } }} />
      <PaperContent paper={paper} />
    </div>,
    document.body,
  )
}

interface PaperProps {
  order: OpenOrder
  tongues: readonly [Translator, ...Translator[]]
  onPrinted: () => void
}
