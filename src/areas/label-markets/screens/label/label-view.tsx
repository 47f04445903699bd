import type { LabelSheet } from '#shared/trade/label-sheet.ts'
import { millimetresOf, pointsOf } from '#shared/trade/print-sheet.ts'
import { SheetView } from '#web/kit/sheet/sheet-view.tsx'
import { screenText } from '../texts'

/** A label, at twice its size if there is room, with the seam line. */
export function LabelView({ sheet, seam }: { sheet: LabelSheet; seam: number }) {
  const { width, height } = sheet
  return (
    <SheetView
      sheet={sheet}
      label={screenText('label.picture', { size: sheet.size ?? '' })}
      caption={screenText('label.measures', {
        width: Math.round(millimetresOf(width)),
        height: Math.round(millimetresOf(height)),
      })}
    >
      {seam > 0 && <Seam width={width} y={pointsOf(seam)} />}
    </SheetView>
  )
}

/** The seam by which the label is sewn in; not printed. */
const Seam = ({ width, y }: { width: number; y: number }) => (
  <line x1={0} x2={width} y1={y} y2={y} stroke="#999" strokeWidth={0.4} strokeDasharray="2 2" aria-hidden />
)
