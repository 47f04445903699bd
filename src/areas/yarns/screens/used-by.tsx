import Box from '@mui/material/Box'
import TextLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { areaNamed, recordAddress } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { screenText } from './texts'

/** The first hundred colourways that are knitted from a yarn, by article; hidden when there are none. */
export function UsedBy({ id }: { id: number }) {
  const colourways = areaNamed('colourways')
  const { data = [] } = useQuery({
    queryKey: [colourways.name, 'of-yarn', id],
    queryFn: ({ signal }) =>
      api<AnyRecord[]>('GET', colourways.name, { params: { yarn_id: String(id), _start: '0', _end: '100' }, signal }),
  })
  if (data.length === 0) return null
  const articles = [...new Set(data.map(({ article_id }) => Number(article_id)))].map((article) => ({
    article,
    colours: data.filter(({ article_id }) => article_id === article),
  }))
  return (
    <Section title={screenText('used_by')}>
      <Box component="ul" sx={listStyle}>
        {articles.map(({ article, colours }) => (
          <li key={article}>
            <TextLink component={Link} to={recordAddress('articles', article)} sx={{ fontWeight: 500 }}>
              {mentionTitle(colours[0] && mentionOf(colours[0], 'article_id'))}
            </TextLink>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {colours.map((colour) => titleOf(colourways, colour)).join(' · ')}
            </Box>
          </li>
        ))}
      </Box>
    </Section>
  )
}

const listStyle = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, fontSize: 13 } as const
