import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Pagination from '@mui/material/Pagination'
import { areaName, loadAllAreas, t } from '#web/i18n.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { useSearchAddress } from '#web/pages/search/address.ts'
import { SearchBox } from '#web/pages/search/box.tsx'
import { countText, FoundList, SearchStates } from '#web/pages/search/results.tsx'
import { type FoundRecords, useRecordSearch } from '#web/shell/find/palette-records.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

export const ready = loadAllAreas

/** `/pages/search/classic`: all results as one paged list, optionally limited to one area. */
export const Page = () => {
  usePageTitle(t('site.find.classic'))
  const { address, change } = useSearchAddress()
  const { q, area, page } = address
  const search = useRecordSearch(q, { areas: area, start: (page - 1) * size, end: page * size })
  return (
    <Frame title={t('site.find.classic')}>
      <SearchBox value={q} onChange={(next) => change({ q: next })} />
      <SearchStates q={q} search={search}>
        {({ results, counts }) => {
          const total = totalOf(counts, area)
          return (
            <>
              <Kinds counts={counts} chosen={area} onChoose={(next) => change({ area: next })} />
              <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
                {t('site.find.found', { count: total, number: countText(total) })}
              </Box>
              <FoundList results={results} q={q} named label={t('site.find.results')} />
              {total > size ? (
                <Pagination
                  page={page}
                  count={Math.min(Math.ceil(total / size), 200)}
                  onChange={(_, next) => change({ page: next })}
                  aria-label={t('site.find.pages')}
                  sx={{ alignSelf: 'center' }}
                />
              ) : null}
            </>
          )
        }}
      </SearchStates>
    </Frame>
  )
}

const Kinds = ({ counts, chosen, onChoose }: KindsProps) => (
  <Box role="group" aria-label={t('site.find.kinds')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
    {[{ area: '', count: totalOf(counts, '') }, ...counts].map(({ area, count }) => (
      <ButtonBase
        key={area}
        aria-pressed={area === chosen}
        onClick={() => onChoose(area)}
        sx={{
          minHeight: { xs: 44, sm: 32 },
          px: 1.5,
          gap: 1,
          fontSize: 13,
          fontFamily: 'inherit',
          border: 1,
          borderRadius: '8px',
          borderColor: area === chosen ? 'secondary.main' : 'divider',
          backgroundColor: (theme) =>
            area === chosen ? theme.palette.surfaces.chosen : theme.palette.background.paper,
        }}
      >
        {area ? areaName(area) : t('site.find.all')}
        <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
          {countText(count)}
        </Box>
      </ButtonBase>
    ))}
  </Box>
)

interface KindsProps {
  counts: FoundRecords['counts']
  chosen: string
  onChoose: (area: string) => void
}

const totalOf = (counts: FoundRecords['counts'], area: string) =>
  counts.reduce((sum, entry) => (!area || entry.area === area ? sum + entry.count : sum), 0)

const size = 20
