import Box from '@mui/material/Box'
import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldLabel, language } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Cover } from '#web/kit/record/cover.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { articles } from '../area'

/** The list of articles with their covers. */
export function List({ area }: { area: Area }) {
  const cells = useMemo(() => ({ name_en: nameColumn('name_en'), name_zh: nameColumn('name_zh') }), [])
  return <AreaList area={area} cellOverrides={cells} card={(article) => <ArticleCard article={article} />} />
}

const nameColumn = (name: string): Partial<AreaColumn> => ({
  width: 264,
  renderCell: ({ row }) => (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, height: 1 }}>
      <Cover area={articles} id={Number(row.id)} size={28} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {formatValue(articles, name, row)}
      </Box>
    </Box>
  ),
})

const nameOf = (article: AnyRecord) => (language() === 'zh' && article.name_zh ? 'name_zh' : 'name_en')

function ArticleCard({ article }: { article: AnyRecord }) {
  return (
    <Box sx={{ display: 'flex', gap: 1.5 }}>
      <Cover area={articles} id={article.id} size={72} />
      <Box
        component="dl"
        sx={{ flex: 1, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0, minWidth: 0 }}
      >
        {[nameOf(article), 'house_brand_id', 'season_id', 'product_category_id'].map((name) => (
          <Fact key={name} label={fieldLabel(articles, name)}>
            {formatValue(articles, name, article) || '–'}
          </Fact>
        ))}
      </Box>
    </Box>
  )
}
