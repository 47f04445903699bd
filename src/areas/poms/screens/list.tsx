import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Cover } from '#web/kit/record/cover.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { SmallSketch } from '#web/kit/sketch/pom-sketch.tsx'
import { poms } from '../area'

/** The list of points of measure with sketches, which help to find a point whose name is unknown. */
export function List({ area }: { area: Area }) {
  return <AreaList area={area} cellOverrides={cells} card={(pom) => <PomCard pom={pom} />} />
}

const nameColumn: Partial<AreaColumn> = {
  width: 264,
  display: 'flex',
  renderCell: ({ row, tabIndex }) => (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Sketch pom={row as AnyRecord} size={32} />
      <Link
        component={RouterLink}
        to={`${poms.path}/${row.id}`}
        tabIndex={tabIndex}
        sx={{ fontWeight: 500, color: 'text.primary', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {String(row.name_en)}
      </Link>
    </Box>
  ),
}
const cells = { name_en: nameColumn }

const Sketch = ({ pom, size }: { pom: AnyRecord; size: number }) => (
  <Cover area={poms} id={pom.id} size={size} none={<SmallSketch code={String(pom.code)} size={size} />} />
)

function PomCard({ pom }: { pom: AnyRecord }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 1.5 }}>
      <Sketch pom={pom} size={96} />
      <Box component="dl" sx={{ flex: 1, display: 'grid', alignContent: 'start', rowGap: 0.75, m: 0, minWidth: 0 }}>
        {['code', 'garments', 'tol_plus_mm'].map((name) => (
          <Fact key={name} label={fieldLabel(poms, name)}>
            {formatValue(poms, name, pom) || '–'}
          </Fact>
        ))}
      </Box>
    </Box>
  )
}
