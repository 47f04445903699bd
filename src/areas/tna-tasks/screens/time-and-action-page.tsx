import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Link } from 'react-router'
import { addDays } from '#shared/base/dates.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { taskOwners } from '#shared/trade/tna-terms.ts'
import { today } from '#web/fields/day.ts'
import { loadAllAreas, t } from '#web/i18n.ts'
import { FilterBar, SearchBox } from '#web/kit/list/filter-bar.tsx'
import { PresetChip } from '#web/kit/list/filter-chips.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { useSuppliers } from '#web/pages/dashboard/ship-data.ts'
import { useSession } from '#web/providers/session.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { PlanChart } from './plan/chart'
import { mondayOf, ownerName, usePlan, usePlanAddress } from './plan/data'
import { PlanTable, PlanWeeks } from './plan/table'

export const ready = loadAllAreas

/** `/apps/dashboards/project`: the plans of order lines, the most delayed first, with their critical paths. */
export const Page = () => {
  const title = t('site.plan.title')
  usePageTitle(title)
  const { filters, set, clear } = usePlanAddress()
  const { data, error, refetch } = usePlan(filters)
  const isNarrow = useMediaQuery('(max-width: 899.95px)')
  const [from, setFrom] = useState(() => addDays(mondayOf(today()), -28))
  const isTable = filters.view === 'table'
  return (
    <Frame
      title={title}
      facts={data ? t(data.more ? 'site.plan.first_lines' : 'site.plan.lines', { count: data.lines.length }) : '\u00a0'}
      actions={
        <>
          {!isNarrow && <ViewSwitch view={isTable ? 'table' : 'chart'} onChange={(view) => set('view', view)} />}
          <Button variant="outlined" component={Link} to="/apps/tna_tasks">
            {t('site.plan.all_tasks')}
          </Button>
        </>
      }
    >
      <Filters filters={filters} set={set} />
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.lines.length === 0 && (
        <EmptyState title={t('site.plan.nothing')} text={t('site.plan.nothing_help')}>
          <Button onClick={clear}>{t('site.plan.clear')}</Button>
        </EmptyState>
      )}
      {data && data.lines.length > 0 && isNarrow && <PlanWeeks lines={data.lines} />}
      {data && data.lines.length > 0 && !isNarrow && isTable && <PlanTable lines={data.lines} />}
      {data && data.lines.length > 0 && !isNarrow && !isTable && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: 1, fontSize: 12, color: 'text.secondary' }}>{t('site.plan.legend')}</Box>
            <Button size="small" onClick={() => setFrom(addDays(from, -28))}>
              {t('site.plan.earlier')}
            </Button>
            <Button size="small" onClick={() => setFrom(addDays(mondayOf(today()), -28))}>
              {t('site.plan.today')}
            </Button>
            <Button size="small" onClick={() => setFrom(addDays(from, 28))}>
              {t('site.plan.later')}
            </Button>
          </Box>
          <PlanChart lines={data.lines} first={from} weeks={20} open={data.lines.slice(0, 1).map(({ id }) => id)} />
        </>
      )}
    </Frame>
  )
}

const ViewSwitch = ({ view, onChange }: { view: string; onChange: (view: string | null) => void }) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={view}
    aria-label={t('site.plan.view')}
    onChange={(_, next: string | null) => next && onChange(next === 'table' ? next : null)}
  >
    <ToggleButton value="chart">{t('site.plan.chart')}</ToggleButton>
    <ToggleButton value="table">{t('site.plan.table')}</ToggleButton>
  </ToggleButtonGroup>
)

type Address = ReturnType<typeof usePlanAddress>

const Filters = ({ filters, set }: Pick<Address, 'filters' | 'set'>) => {
  const person = useSession()
  const isOwn = isOfficeRole(person?.role)
  const { data: suppliers = [] } = useSuppliers(isOwn)
  return (
    <FilterBar>
      <SearchBox value={filters.q ?? ''} label={t('site.plan.search')} onChange={(q) => set('q', q || null)} />
      {isOwn && (
        <Choice label={t('site.plan.supplier')} value={filters.supplier_id} onChange={(id) => set('supplier_id', id)}>
          {suppliers.map(({ id, supplier_name }) => ({ value: String(id), text: supplier_name }))}
        </Choice>
      )}
      <Choice label={t('site.plan.owner')} value={filters.owner} onChange={(owner) => set('owner', owner)}>
        {taskOwners.map((owner) => ({ value: owner, text: ownerName(owner) }))}
      </Choice>
      <PresetChip
        label={t('site.plan.late_only')}
        active={filters.late === '1'}
        onToggle={() => set('late', filters.late === '1' ? null : '1')}
      />
      <PresetChip
        label={t('site.plan.two_weeks')}
        active={filters.within === '14'}
        onToggle={() => set('within', filters.within === '14' ? null : '14')}
      />
      {filters.purchase_order_id && (
        <PresetChip label={t('site.plan.one_order')} active onToggle={() => set('purchase_order_id', null)} />
      )}
    </FilterBar>
  )
}

const Choice = ({ label, value = '', onChange, children }: ChoiceProps) => (
  <TextField
    select
    size="small"
    value={children.some((choice) => choice.value === value) ? value : ''}
    onChange={({ target }) => onChange(target.value || null)}
    slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } }}
    sx={{ minWidth: 150, maxWidth: 260, '& .MuiInputBase-root': { height: { xs: 44, sm: 36 }, fontSize: 13 } }}
  >
    <MenuItem value="">{label}</MenuItem>
    {children.map((choice) => (
      <MenuItem key={choice.value} value={choice.value}>
        {choice.text}
      </MenuItem>
    ))}
  </TextField>
)

interface ChoiceProps {
  label: string
  value?: string | undefined
  onChange: (value: string | null) => void
  children: { value: string; text: string }[]
}
