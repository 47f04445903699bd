import CheckroomRounded from '@mui/icons-material/CheckroomRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import Pagination from '@mui/material/Pagination'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { Navigate, Link as RouterLink, useLocation } from 'react-router'
import type { AnyRecord } from '#shared/kit/area.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { fieldLabel, language, loadAllAreas, t } from '#web/i18n.ts'
import { useTypedSearch } from '#web/kit/list/use-typed-search.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { Cover } from '#web/kit/record/cover.tsx'
import { usePageTitle } from '#web/shell/page-title.ts'
import { articles } from '../area'
import { type GalleryAddress, gallerySize, maxPage, useChoices, useGallery, useGalleryAddress } from './gallery/data'

export const ready = loadAllAreas

/** `/apps/product_design/products`: articles as pictures. The parent address redirects here. */
export const Page = () => {
  const { pathname, search } = useLocation()
  return pathname === galleryPath ? <Gallery /> : <Navigate to={galleryPath + search} replace />
}

const galleryPath = '/apps/product_design/products'

const Gallery = () => {
  const { address, change } = useGalleryAddress()
  const title = t('site.gallery.title')
  usePageTitle(title)
  return (
    <Frame title={title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Search value={address.q} onChange={(q) => change({ q })} />
        <Choice name="house_brand_id" value={address.brand} onChoose={(brand) => change({ brand })} />
        <Choice name="season_id" value={address.season} onChoose={(season) => change({ season })} />
      </Box>
      <Pictures address={address} onPage={(page) => change({ page })} />
    </Frame>
  )
}

const Search = ({ value, onChange }: { value: string; onChange: (q: string) => void }) => {
  const { input, typed, setTyped } = useTypedSearch(value, onChange)
  return (
    <OutlinedInput
      type="search"
      size="small"
      inputRef={input}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={t('site.gallery.search')}
      inputProps={{ 'aria-label': t('site.gallery.search'), 'aria-keyshortcuts': '/', maxLength: 200 }}
      sx={{ width: { xs: '100%', sm: 320 }, bgcolor: 'background.paper' }}
    />
  )
}

const Choice = ({ name, value, onChoose }: ChoiceProps) => {
  const area = areaOf(articles, name)
  const { data: records = [] } = useChoices(area)
  return (
    <TextField
      select
      size="small"
      value={records.some(({ id }) => String(id) === value) ? value : ''}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': fieldLabel(articles, name) } }}
      sx={{ width: { xs: '100%', sm: 200 } }}
    >
      <option value="">{t(`site.gallery.all.${name}`)}</option>
      {records.map((record) => (
        <option key={record.id} value={record.id}>
          {titleOf(area, record)}
        </option>
      ))}
    </TextField>
  )
}

interface ChoiceProps {
  name: 'house_brand_id' | 'season_id'
  value: string
  onChoose: (id: string) => void
}

const Pictures = ({ address, onPage }: { address: GalleryAddress; onPage: (page: number) => void }) => {
  const { data, isError, error, refetch } = useGallery(address)
  if (isError) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingGrid />
  const { articles, colours, total } = data
  if (articles.length === 0) return <EmptyState title={t('site.gallery.none')} text={t('site.gallery.none_help')} />
  return (
    <>
      <Box component="ul" aria-label={t('site.gallery.title')} sx={grid}>
        {articles.map((article) => (
          <li key={article.id}>
            <Product article={article} colours={colours.get(article.id) ?? []} />
          </li>
        ))}
      </Box>
      {total > gallerySize && (
        <Pagination
          page={address.page}
          count={Math.min(Math.ceil(total / gallerySize), maxPage)}
          onChange={(_, next) => onPage(next)}
          aria-label={t('site.gallery.pages')}
          sx={{ justifySelf: 'center', alignSelf: 'center' }}
        />
      )}
    </>
  )
}

/** Placeholders of loading pictures. */
const LoadingGrid = () =>
  useDelayed(true) && (
    <Box sx={grid} role="status" aria-label={t('kit.list.loading')}>
      {Array.from({ length: 12 }, (_, key) => `place ${key}`).map((key) => (
        <Skeleton key={key} variant="rounded" sx={{ height: 'auto', aspectRatio: '3 / 5' }} />
      ))}
    </Box>
  )

const Product = ({ article, colours }: { article: AnyRecord; colours: readonly AnyRecord[] }) => (
  <ButtonBase component={RouterLink} to={`${articles.path}/${article.id}`} sx={product}>
    <Cover
      area={articles}
      id={article.id}
      none={<CheckroomRounded aria-hidden sx={{ fontSize: 40, opacity: 0.3 }} />}
    />
    <Box component="span" sx={{ fontWeight: 600, mt: 0.5 }}>
      {String(article.article_no)}
    </Box>
    <Box component="span">{inLanguage(article, 'name')}</Box>
    <Box component="span" sx={quiet}>
      {['house_brand_id', 'season_id']
        .map((name) => mentionTitle(mentionOf(article, name)))
        .filter(Boolean)
        .join(' · ')}
    </Box>
    <Box component="span" sx={quiet}>
      {coloursText(colours)}
    </Box>
  </ButtonBase>
)

const inLanguage = (record: AnyRecord, name: string) =>
  String((language() === 'zh' && record[`${name}_zh`]) || record[`${name}_en`] || '')

/** The names of the first colourways, and the number of others. */
const coloursText = (colours: readonly AnyRecord[]) => {
  const firstColours = colours.slice(0, 3).map((colour) => inLanguage(colour, 'name'))
  const more = colours.length - firstColours.length
  return firstColours.join(t('site.gallery.and')) + (more > 0 ? ` +${more}` : '')
}

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  // Two columns on phones.
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(168px, 1fr))' },
} as const
const product = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  justifyContent: 'flex-start',
  width: 1,
  height: 1,
  p: 1,
  borderRadius: 1,
  bgcolor: 'background.paper',
  textAlign: 'left',
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
  '&:hover': { bgcolor: 'surfaces.hover' },
} as const
const quiet = { fontSize: 12, color: 'text.secondary' } as const
