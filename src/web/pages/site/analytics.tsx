import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef } from 'react'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { loadAllAreas, t } from '#web/i18n.ts'
import { PortfolioNote } from '#web/kit/list/portfolio-note.tsx'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { KpiTiles } from '#web/pages/dashboard/kpi-tiles.tsx'
import {
  firstShown,
  type Grain,
  grains,
  type SupplierName,
  useShipPoints,
  useSuppliers,
} from '#web/pages/dashboard/ship-data.ts'
import { ShipSection } from '#web/pages/dashboard/ship-section.tsx'
import { useSession } from '#web/providers/session.ts'
import { usePageTitle } from '#web/shell/page-title.ts'

export const ready = loadAllAreas

/** `/apps/dashboards/analytics`: orders by ship date, of all suppliers and of one, or of the person's own supplier. */
export const Page = () => {
  const { search, set } = useAddress()
  // Phones have no room for the days of a year.
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const grain = grains.find((name) => name === search.get('by')) ?? (isPhone ? 'month' : 'day')
  const person = useSession()
  const title = t('site.dashboard.title')
  usePageTitle(title)
  if (!person) return null
  return (
    <Frame
      title={title}
      facts={person.data.portfolio && <PortfolioNote />}
      actions={<GrainSwitch grain={grain} onChange={(next) => set('by', next)} />}
    >
      <KpiTiles />
      {isOfficeRole(person.role) ? (
        <OfficeCharts
          grain={grain}
          requestedSupplier={Number(search.get('supplier'))}
          onChoose={(id) => set('supplier', String(id))}
        />
      ) : (
        <OwnChart grain={grain} company={person.info.company} />
      )}
    </Frame>
  )
}

const OfficeCharts = ({ grain, requestedSupplier, onChoose }: OfficeChartsProps) => {
  const isConfined = Boolean(useSession()?.data.portfolio)
  const all = useShipPoints(grain)
  const { data: suppliers = [] } = useSuppliers(true)
  const shownSupplier = suppliers.find(({ id }) => id === requestedSupplier)?.id ?? firstShown(suppliers)
  const single = useShipPoints(grain, shownSupplier)
  const name = suppliers.find(({ id }) => id === shownSupplier)?.supplier_name
  return (
    <>
      <ShipSection
        title={t(isConfined ? 'site.dashboard.portfolio' : 'site.dashboard.all')}
        grain={grain}
        query={all}
      />
      <ShipSection
        title={name ?? t('site.dashboard.one')}
        grain={grain}
        supplier={shownSupplier}
        query={single}
        actions={
          <SupplierChoice
            suppliers={suppliers}
            chosen={shownSupplier}
            disabled={suppliers.length === 0 || single.isFetching}
            onChoose={onChoose}
          />
        }
      />
    </>
  )
}

interface OfficeChartsProps {
  grain: Grain
  /** The supplier id in the address. */
  requestedSupplier: number
  onChoose: (id: number) => void
}

const OwnChart = ({ grain, company }: { grain: Grain; company: string | null | undefined }) => (
  <ShipSection title={company || t('site.dashboard.own')} grain={grain} query={useShipPoints(grain)} />
)

const SupplierChoice = ({ suppliers, chosen, disabled, onChoose }: SupplierChoiceProps) => (
  <TextField
    select
    size="small"
    variant="outlined"
    label={t('site.dashboard.suppliers')}
    value={chosen ?? ''}
    disabled={disabled}
    onChange={(event) => onChoose(Number(event.target.value))}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    sx={{ width: { xs: 180, sm: 260 }, flexShrink: 0, mt: 0.5 }}
  >
    <option value="" disabled aria-label={t('site.dashboard.no_supplier')} />
    {suppliers.map(({ id, supplier_name }) => (
      <option key={id} value={id}>
        {supplier_name}
      </option>
    ))}
  </TextField>
)

interface SupplierChoiceProps {
  suppliers: readonly SupplierName[]
  chosen: number | null
  disabled: boolean
  onChoose: (id: number) => void
}

const GrainSwitch = ({ grain, onChange }: { grain: Grain; onChange: (grain: Grain) => void }) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={grain}
    onChange={(_, next: Grain | null) => next && onChange(next)}
    aria-label={t('site.dashboard.by')}
  >
    {grains.map((name) => (
      <ToggleButton key={name} value={name}>
        {t(`site.dashboard.by_${name}`)}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

/** The selection, kept in the address. Two quick changes both apply, even before the page is rendered. */
const useAddress = () => {
  const [search, setSearch] = usePageSearch()
  const latestSearch = useRef(search)
  useEffect(() => {
    latestSearch.current = search
  }, [search])
  const set = (name: string, value: string) => {
    latestSearch.current = new URLSearchParams(latestSearch.current)
    latestSearch.current.set(name, value)
    setSearch(latestSearch.current, { replace: true })
  }
  return { search, set }
}
