import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { LabelColour } from '#shared/trade/qa.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { LabelDot } from '#web/kit/page/label-dot.tsx'
import { labels } from '../area'

/** The list of labels with their colours. */
export function List({ area }: { area: Area }) {
  return <AreaList area={area} cellOverrides={cells} />
}

const cells: Record<string, Partial<AreaColumn>> = {
  colour: {
    display: 'flex',
    renderCell: ({ row }) => (
      <LabelDot colour={row.colour as LabelColour}>{formatValue(labels, 'colour', row as AnyRecord)}</LabelDot>
    ),
  },
}
