import AddRounded from '@mui/icons-material/AddRounded'
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useCallback, useEffect, useId } from 'react'
import { Link } from 'react-router'
import { addDays, today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import { ReferenceInput } from '#web/fields/reference-input.tsx'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { ImportButton } from '#web/kit/import/import-button.tsx'
import { FilterBar, SearchBox } from '#web/kit/list/filter-bar.tsx'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { rememberList } from '#web/kit/page/list-memory.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { wipReports } from '../area'
import { type BoardAddress, lastDay, readBoard, weeksShown, writeBoard } from './board-address'
import { LineTable } from './board-table'
import { cardsPerWeek, Weeks } from './board-weeks'
import { mondayOf, useBoard } from './data'
import { screenText } from './texts'

/** Lines in production by week of departure with their progress, as columns of cards or as one table. */
export function Board({ area }: { area: Area }) {
  const [search, setSearch] = usePageSearch()
  const address = readBoard(search)
  const text = search.toString()
  useEffect(() => rememberList(area, text), [area, text])
  const change = useCallback(
    (next: Partial<BoardAddress>) =>
      setSearch((now) => writeBoard({ ...readBoard(now), ...next }), { replace: 'find' in next }),
    [setSearch],
  )
  const { week, find, supplier, as } = address
  const { data, error, refetch, isFetching } = useBoard({
    from: week,
    to: lastDay(address),
    q: find,
    supplier,
    overdue: 'with',
    ...(as === 'weeks' && { perWeek: cardsPerWeek }),
  })
  const isNarrowed = find !== '' || supplier !== ''
  return (
    <Page title={listTitle(area)} actions={<Actions area={area} />}>
      <Bar area={area} address={address} change={change} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Box sx={{ minHeight: 240 }} role="status" aria-label={t('kit.list.loading')} />
      ) : data.lines.length === 0 ? (
        <EmptyState title={screenText(isNarrowed ? 'none_found' : 'none')} text={screenText('none_help')}>
          {isNarrowed && (
            <Button variant="outlined" onClick={() => change({ find: '', supplier: '' })}>
              {t('kit.filter.clear')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <Box aria-busy={isFetching} sx={{ minWidth: 0, opacity: isFetching ? 0.85 : 1 }}>
          {data.more && (
            <Box role="status" sx={{ mb: 1, fontSize: 13, color: 'text.secondary' }}>
              {screenText('more', { count: data.lines.length })}
            </Box>
          )}
          {as === 'table' ? <LineTable lines={data.lines} /> : <Weeks board={data} address={address} />}
        </Box>
      )}
    </Page>
  )
}

function Actions({ area }: { area: Area }) {
  const mayReport = useCan(area.name, 'create')
  if (!mayReport) return null
  return (
    <>
      <Box sx={{ display: { xs: 'none', md: 'contents' } }}>
        <ImportButton area={area} />
        <Button component={Link} to={`${area.path}/new?many=1`}>
          {screenText('many')}
        </Button>
      </Box>
      <Button variant="contained" component={Link} to={`${area.path}/new`} startIcon={<AddRounded />}>
        {screenText('report')}
      </Button>
    </>
  )
}

interface BarProps {
  area: Area
  address: BoardAddress
  change: (next: Partial<BoardAddress>) => void
}

/** Search, supplier, weeks and layout of the board. */
function Bar({ area, address, change }: BarProps) {
  const { week, find, supplier, as } = address
  const onFind = useCallback((find: string) => change({ find }), [change])
  const supplierId = useId()
  const isHouse = session()?.role === 'admin' || session()?.role === 'Office'
  const field = wipReports.fields.supplier_id
  return (
    <FilterBar>
      <SearchBox value={find} label={screenText('find')} onChange={onFind} />
      {isHouse && (
        <Box sx={{ width: { xs: '100%', sm: 300 }, display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box
            component="label"
            htmlFor={supplierId}
            sx={{ whiteSpace: 'nowrap', fontSize: 13, color: 'text.secondary' }}
          >
            {fieldLabel(area, 'supplier_id')}
          </Box>
          <ReferenceInput
            id={supplierId}
            area={area}
            name="supplier_id"
            field={field}
            record={{}}
            label={fieldLabel(area, 'supplier_id')}
            placeholder={screenText('all_suppliers')}
            value={supplier ? Number(supplier) : null}
            onChange={(value) => change({ supplier: value ? String(value) : '' })}
          />
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Step label={screenText('earlier')} onClick={() => change({ week: addDays(week, -7 * weeksShown) })}>
          <ChevronLeftRounded />
        </Step>
        <Button size="small" disabled={week === mondayOf(today())} onClick={() => change({ week: mondayOf(today()) })}>
          {screenText('this_week')}
        </Button>
        <Step label={screenText('later')} onClick={() => change({ week: addDays(week, 7 * weeksShown) })}>
          <ChevronRightRounded />
        </Step>
      </Box>
      <Box
        component="nav"
        aria-label={screenText('views')}
        sx={{ display: 'flex', ml: { md: 'auto' }, border: 1, borderColor: 'divider', borderRadius: 1, p: '2px' }}
      >
        {(['weeks', 'table'] as const).map((view) => (
          <ViewLink key={view} to={`?${writeBoard({ ...address, as: view })}`} isCurrent={as === view}>
            {screenText(`as.${view}`)}
          </ViewLink>
        ))}
        <ViewLink to="?_view=0" isCurrent={false}>
          {screenText('as.reports')}
        </ViewLink>
      </Box>
    </FilterBar>
  )
}

const ViewLink = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) => (
  <Button
    size="small"
    component={Link}
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    sx={({ palette }) => ({
      minHeight: { xs: 40, sm: 28 },
      color: isCurrent ? 'text.primary' : 'text.secondary',
      bgcolor: isCurrent ? palette.surfaces.chosen : 'transparent',
    })}
  >
    {children}
  </Button>
)

const Step = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} onClick={onClick}>
      {children}
    </IconButton>
  </Tooltip>
)
