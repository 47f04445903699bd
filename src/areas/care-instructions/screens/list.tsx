import Box from '@mui/material/Box'
import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { CareChoice } from '#shared/standards/care-symbols.ts'
import { t, useLanguage } from '#web/i18n.ts'
import { CareLine } from '#web/kit/care/care-symbol.tsx'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { careInstructions } from '../area'

/** The list of care instructions with their symbols. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const cells = useMemo(() => ({ wash: symbolsIn(language) }), [language])
  return <AreaList area={area} cellOverrides={cells} card={(care) => <CareCard care={care} />} />
}

/** Shows all symbols in the column of the first one. */
const symbolsIn = (_language: string): Partial<AreaColumn> => ({
  headerName: t('areas.care-instructions.builder.title'),
  width: 216,
  flex: undefined,
  display: 'flex',
  renderCell: ({ row }) => <CareLine choice={row as CareChoice} size={22} />,
})

function CareCard({ care }: { care: AnyRecord }) {
  const fabric = formatValue(careInstructions, 'fabric', care)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <CareLine choice={care as CareChoice} size={28} />
      {fabric && <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{fabric}</Box>}
    </Box>
  )
}
