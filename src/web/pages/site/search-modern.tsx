import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Pagination from '@mui/material/Pagination'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { areaName, loadAllAreas, t } from '#web/i18n.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { useSearchAddress } from '#web/pages/search/address.ts'
import { SearchBox } from '#web/pages/search/box.tsx'
import { countText, FoundList, SearchStates } from '#web/pages/search/results.tsx'
import { type FoundRecords, useRecordSearch } from '#web/shell/find/palette-records.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

export const ready = loadAllAreas

/** `/pages/search/modern`: results by area, the first ones of each together or one area in its own tab. */
export const Page = () => {
  usePageTitle(t('site.find.modern'))
  const { address, change } = useSearchAddress()
  const { q, area, page } = address
  const search = useRecordSearch(
    q,
    area ? { areas: area, start: (page - 1) * size, end: page * size } : { each: first },
  )
  return (
    <Frame title={t('site.find.modern')}>
      <SearchBox value={q} onChange={(next) => change({ q: next })} />
      <SearchStates q={q} search={search}>
        {(answer) => {
          const chosen = answer.counts.some((entry) => entry.area === area) ? area : ''
          return (
            <>
              <Tabs
                value={chosen}
                onChange={(_, next: string) => change({ area: next })}
                variant="scrollable"
                scrollButtons="auto"
                allowScrollButtonsMobile
                textColor="inherit"
                indicatorColor="secondary"
                aria-label={t('site.find.kinds')}
                sx={{
                  borderBottom: 1,
                  borderColor: 'divider',
                  // Anything paler than secondary text would be unreadable.
                  '& .MuiTab-root': { opacity: 1, color: 'text.secondary' },
                  '& .MuiTab-root.Mui-selected': { color: 'text.primary' },
                }}
              >
                <Tab value="" id={tabId('')} aria-controls={panelId} label={t('site.find.all')} />
                {answer.counts.map(({ area: name, count }) => (
                  <Tab
                    key={name}
                    value={name}
                    id={tabId(name)}
                    aria-controls={panelId}
                    label={`${areaName(name)} ${countText(count)}`}
                  />
                ))}
              </Tabs>
              <Box role="tabpanel" id={panelId} aria-labelledby={tabId(chosen)} sx={{ display: 'grid', gap: 3 }}>
                {chosen ? (
                  <One answer={answer} area={chosen} q={q} page={page} onPage={(next) => change({ page: next })} />
                ) : (
                  <All answer={answer} q={q} onMore={(name) => change({ area: name })} />
                )}
              </Box>
            </>
          )
        }}
      </SearchStates>
    </Frame>
  )
}

const All = ({ answer, q, onMore }: { answer: FoundRecords; q: string; onMore: (area: string) => void }) =>
  answer.counts.map(({ area, count }) => (
    <Box component="section" key={area} aria-label={areaName(area)}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 36, mb: 0.5 }}>
        <Box component="h2" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
          {areaName(area)}
        </Box>
        {count > first ? (
          <Button
            size="small"
            onClick={() => onMore(area)}
            aria-label={t('site.find.show_all', { name: areaName(area) })}
          >
            {t('site.find.all_of', { number: countText(count) })}
          </Button>
        ) : null}
      </Box>
      <FoundList results={answer.results.filter((record) => record.area === area)} q={q} label={areaName(area)} />
    </Box>
  ))

const One = ({ answer, area, q, page, onPage }: OneProps) => {
  const count = answer.counts.find((entry) => entry.area === area)?.count ?? 0
  return (
    <>
      <FoundList results={answer.results.filter((record) => record.area === area)} q={q} label={areaName(area)} />
      {count > size ? (
        <Pagination
          page={page}
          count={Math.min(Math.ceil(count / size), 200)}
          onChange={(_, next) => onPage(next)}
          aria-label={t('site.find.pages')}
          sx={{ justifySelf: 'center' }}
        />
      ) : null}
    </>
  )
}

interface OneProps {
  answer: FoundRecords
  area: string
  q: string
  page: number
  onPage: (page: number) => void
}

const panelId = 'found'
const tabId = (area: string) => `found-${area || 'all'}`
/** Results per area on the first tab, and per page on the tab of an area. */
const first = 5
const size = 20
