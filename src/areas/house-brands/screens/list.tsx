import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { titleOf } from '#web/fields/titles.ts'
import { fieldLabel } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { defaultColumns } from '#web/kit/list/use-area-list.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Cover, Named } from '#web/kit/record/cover.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { houseBrands } from '../area'

/** The list of brands with their logos. */
export function List({ area }: { area: Area }) {
  const cells = useMemo(() => ({ name_en: nameColumn }), [])
  return <AreaList area={area} cellOverrides={cells} rowMark={markOf} card={(brand) => <BrandCard brand={brand} />} />
}

/** Tone of a row: red for an expired licence, under which nothing more may be ordered. */
const markOf = ({ status, licence_expiry }: AnyRecord): Tone | null =>
  status === 'active' && typeof licence_expiry === 'string' && licence_expiry < today() ? 'danger' : null

const nameColumn: Partial<AreaColumn> = {
  width: 264,
  display: 'flex',
  renderCell: ({ row, tabIndex }) => (
    <Named area={houseBrands} id={Number(row.id)} name={String(row.name_en)} size={28}>
      <Link
        component={RouterLink}
        to={`${houseBrands.path}/${row.id}`}
        tabIndex={tabIndex}
        sx={{ fontWeight: 500, color: 'text.primary' }}
      >
        {String(row.name_en)}
      </Link>
    </Named>
  ),
}

function BrandCard({ brand }: { brand: AnyRecord }) {
  const facts = defaultColumns(houseBrands).filter((name) => name !== 'name_en' && name !== 'status')
  return (
    <Box sx={{ display: 'flex', gap: 1.5 }}>
      <Cover
        area={houseBrands}
        id={brand.id}
        size={64}
        none={<span aria-hidden>{[...titleOf(houseBrands, brand)][0]}</span>}
      />
      <Box
        component="dl"
        sx={{ flex: 1, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0, minWidth: 0 }}
      >
        {facts.map((name) => (
          <Fact key={name} label={fieldLabel(houseBrands, name)}>
            {formatValue(houseBrands, name, brand) || '–'}
          </Fact>
        ))}
      </Box>
    </Box>
  )
}
