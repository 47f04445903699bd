import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import OutlinedInput from '@mui/material/OutlinedInput'
import { use, useEffect, useState } from 'react'
import { Link as RouterLink, useLocation, useParams } from 'react-router'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { t, useLanguage } from '#web/i18n.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState } from '#web/kit/page/states.tsx'
import { Marked } from '#web/shell/find/marked-text.tsx'
import { placeOf } from '#web/shell/find/nav-search-match.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { Blocks } from './blocks'
import { type Collection, guidesFor } from './collections'
import { type Guide, guidesIn, sectionsOf, wordsOf } from './guide'

/** A collection of guides: the overview with a search, or one guide with its contents and neighbours. */
export const HelpPage = ({ collection }: { collection: Collection }) => {
  const { language } = useLanguage()
  const all = use(guidesIn(language))
  const { guide: id } = useParams()
  const shelf = guidesFor(collection).flatMap((entry) => {
    const guide = all.get(entry)
    return guide ? [{ id: entry, guide, path: `${collection.path}/${entry}` }] : []
  })
  if (id === undefined) return <Shelf collection={collection} shelf={shelf} />
  return <Reader key={id} collection={collection} shelf={shelf} id={id} />
}

interface ShelfEntry {
  id: string
  guide: Guide
  path: string
}

const Shelf = ({ collection: { name }, shelf }: { collection: Collection; shelf: ShelfEntry[] }) => {
  const title = t(`site.help.${name}`)
  usePageTitle(title)
  const [params, setParams] = usePageSearch()
  // State of its own, because router updates are deferred and typed text must appear at once.
  const [q, setQ] = useState(params.get('q') ?? '')
  const search = (next: string) => {
    setQ(next)
    setParams(next ? { q: next } : {}, { replace: true })
  }
  const matches = q.trim() ? shelf.filter(({ guide }) => placeOf(wordsOf(guide), q)) : shelf
  return (
    <Frame title={title} facts={t(`site.help.${name}_help`)}>
      <OutlinedInput
        type="search"
        size="small"
        value={q}
        onChange={({ target }) => search(target.value)}
        placeholder={t('site.help.search')}
        inputProps={{ 'aria-label': t('site.help.search'), maxLength: 100 }}
        startAdornment={
          <InputAdornment position="start">
            <SearchRounded />
          </InputAdornment>
        }
        sx={{ maxWidth: 360, minHeight: { xs: 44, sm: 36 }, backgroundColor: 'background.paper' }}
      />
      {q.trim() ? (
        <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('site.help.found', { count: matches.length })}
        </Box>
      ) : null}
      {matches.length === 0 ? <EmptyState title={t('site.help.none', { q })} text={t('site.help.none_help')} /> : null}
      <Box component="ul" aria-label={t('site.help.guides')} sx={cards}>
        {matches.map((entry) => (
          <Card key={entry.id} shelfEntry={entry} q={q} />
        ))}
      </Box>
    </Frame>
  )
}

const Card = ({ shelfEntry: { guide, path }, q }: { shelfEntry: ShelfEntry; q: string }) => {
  const sections = q.trim() ? sectionsOf(guide).filter(({ words }) => placeOf(words, q)) : []
  return (
    <Box component="li" sx={card}>
      <Link
        component={RouterLink}
        to={path}
        sx={{ fontWeight: 600, display: { xs: 'flex', sm: 'inline' }, alignItems: 'center', minHeight: 44 }}
      >
        <Marked text={guide.title} query={q} />
      </Link>
      <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
        <Marked text={guide.summary} query={q} />
      </Box>
      {sections.length > 0 ? (
        <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', fontSize: 13 }}>
          {sections.map(({ id, title }) => (
            <Box component="li" key={id} sx={{ py: 0.25 }}>
              <Link component={RouterLink} to={`${path}#${id}`}>
                <Marked text={title} query={q} />
              </Link>
            </Box>
          ))}
        </Box>
      ) : null}
    </Box>
  )
}

const Reader = ({ collection, shelf, id }: { collection: Collection; shelf: ShelfEntry[]; id: string }) => {
  const at = shelf.findIndex((entry) => entry.id === id)
  const shelfEntry = shelf[at]
  usePageTitle(shelfEntry?.guide.title ?? t('site.help.gone'))
  useHashTarget()
  const back = { to: collection.path, label: t('site.help.back') }
  if (!shelfEntry)
    return (
      <Frame title={t(`site.help.${collection.name}`)} back={back}>
        <EmptyState title={t('site.help.gone')} text={t('site.help.gone_help')} />
      </Frame>
    )
  const { guide } = shelfEntry
  return (
    <Frame title={guide.title} back={back}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row-reverse' },
          justifyContent: { md: 'flex-end' },
          gap: { xs: 2, md: 5 },
        }}
      >
        <Contents guide={guide} />
        <Box
          component="article"
          sx={{ flex: '0 1 72ch', minWidth: 0, maxWidth: '72ch', fontSize: 15, lineHeight: '24px' }}
        >
          <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
            {guide.summary}
          </Box>
          <Blocks blocks={guide.blocks} />
          <Neighbours previous={shelf[at - 1]} next={shelf[at + 1]} />
        </Box>
      </Box>
    </Frame>
  )
}

const Contents = ({ guide }: { guide: Guide }) => {
  const id = 'contents'
  return (
    <Box
      component="nav"
      aria-labelledby={id}
      sx={{
        flexShrink: 0,
        width: { xs: '100%', md: 220 },
        position: { md: 'sticky' },
        top: 16,
        alignSelf: 'flex-start',
      }}
    >
      <Box id={id} sx={{ fontSize: 12, fontWeight: 600, color: 'text.secondary', mb: 0.5 }}>
        {t('site.help.contents')}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderLeft: 1, borderColor: 'divider' }}>
        {sectionsOf(guide).map((section) => (
          <li key={section.id}>
            <Link
              component={RouterLink}
              to={{ hash: section.id }}
              sx={{
                display: 'flex',
                alignItems: 'center',
                minHeight: { xs: 44, md: 28 },
                pl: 1.5,
                fontSize: 13,
                color: 'text.primary',
              }}
            >
              {section.title}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  )
}

const Neighbours = ({ previous, next }: { previous: ShelfEntry | undefined; next: ShelfEntry | undefined }) => (
  <Box
    component="nav"
    aria-label={t('site.help.guides')}
    sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 4, pt: 2, borderTop: 1, borderColor: 'divider' }}
  >
    {previous ? (
      <Button component={RouterLink} to={previous.path} rel="prev" startIcon={<ChevronLeftRounded />}>
        <Step word={t('site.help.previous')} title={previous.guide.title} />
      </Button>
    ) : null}
    {next ? (
      <Button component={RouterLink} to={next.path} rel="next" endIcon={<ChevronRightRounded />} sx={{ ml: 'auto' }}>
        <Step word={t('site.help.next')} title={next.guide.title} />
      </Button>
    ) : null}
  </Box>
)

const Step = ({ word, title }: { word: string; title: string }) => (
  <Box component="span" sx={{ textAlign: 'left' }}>
    <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
      {word}
    </Box>
    {title}
  </Box>
)

/** Scrolls to the section in the address, also when the page is opened. */
const useHashTarget = () => {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same section may be requested again
  useEffect(() => {
    if (!hash) return
    // After the shell has scrolled to the top of the new page.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)))
      target?.scrollIntoView({ block: 'start' })
      target?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}

const cards = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: '1fr', md: 'repeat(2, 1fr)', xl: 'repeat(3, 1fr)' },
  maxWidth: 1280,
}

const card = {
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'background.paper',
}
