import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { presetsOf } from '#web/kit/list/area-presets.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Cover } from '#web/kit/record/cover.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { artworks } from '../area'

/** The list of artwork with pictures, with presets by pending step and type. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const cells = useMemo(() => ({ title_en: pictured('title_en'), title_zh: pictured('title_zh') }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they speak the language in use
  const presets = useMemo(artworkPresets, [language])
  return (
    <AreaList
      area={area}
      presets={presets}
      cellOverrides={cells}
      rowMark={markOf}
      card={(artwork) => <ArtworkCard artwork={artwork} />}
    />
  )
}

const artworkPresets = (): Preset[] => [
  preset('all'),
  // Suppliers see released artwork only.
  ...(fieldRights().mayRead(artworks, 'awaits') ? onTheWay() : []),
  statePreset('released'),
]

const onTheWay = (): Preset[] => [
  preset('awaits_me', fieldIs('awaits_me', 'true')),
  statePreset('draft'),
  ...(['brand', 'quality', 'buying'] as const).map((department) =>
    preset(`awaits_${department}`, fieldIs('status', 'in_review'), fieldIs('awaits', department)),
  ),
  statePreset('changes_requested'),
  statePreset('approved'),
]

const { preset, statePreset } = presetsOf(artworks)

const markOf = ({ status }: AnyRecord): Tone | null =>
  status === 'changes_requested' ? 'danger' : status === 'in_review' ? 'warning' : null

const pictured = (name: 'title_en' | 'title_zh'): Partial<AreaColumn> => ({
  width: 320,
  display: 'flex',
  renderCell: ({ row, tabIndex }) => (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Cover area={artworks} id={Number(row.id)} size={28} />
      <Link
        component={RouterLink}
        to={`${artworks.path}/${row.id}`}
        tabIndex={tabIndex}
        sx={{ fontWeight: 500, color: 'text.primary', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {String(row[name] ?? titleOf(artworks, row as AnyRecord))}
      </Link>
    </Box>
  ),
})

function ArtworkCard({ artwork }: { artwork: AnyRecord }) {
  return (
    <Box sx={{ display: 'flex', gap: 1.5 }}>
      <Cover area={artworks} id={artwork.id} size={88} none={<span aria-hidden>{typeMark(artwork)}</span>} />
      <Box component="dl" sx={{ flex: 1, display: 'grid', rowGap: 0.75, m: 0, minWidth: 0 }}>
        {['artwork_type', 'house_brand_id', 'label_market_id'].map((name) => {
          const titleText = formatValue(artworks, name, artwork)
          return (
            titleText && (
              <Fact key={name} label={fieldLabel(artworks, name)}>
                {titleText}
              </Fact>
            )
          )
        })}
      </Box>
    </Box>
  )
}

const typeMark = ({ artwork_type }: AnyRecord) => [...choiceLabel(artworks, 'artwork_type', String(artwork_type))][0]
