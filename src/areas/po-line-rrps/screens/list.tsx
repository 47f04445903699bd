import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { useLanguage } from '#web/i18n.ts'
import { ListView } from '#web/kit/list/area-list.tsx'
import { type AreaListState, useAreaList } from '#web/kit/list/use-area-list.ts'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { RrpCard } from './list-card'
import { rrpCells, rrpColumns } from './list-columns'
import { PasteButton } from './paste-button'
import { missing, rrpPresets, setsPrices } from './presets'
import { daysLeft, screenText } from './texts'
import { TicketButton } from './ticket-button'

/**
 * Retail prices with presets by pending step. For users who set prices, the list opens with missing ones unless a saved
 * view or the address has other conditions.
 */
export function List({ area }: { area: Area }) {
  return useInitialFilters(area, setsPrices() ? missing : []) ? <Prices area={area} /> : null
}

function Prices({ area }: { area: Area }) {
  const { language } = useLanguage()
  const list = useAreaList(area, rrpColumns())
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const { cells, presets } = useMemo(() => ({ cells: rrpCells(), presets: rrpPresets() }), [language])
  return (
    <ListView
      list={list}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      card={(rrp) => <RrpCard rrp={rrp} />}
      actions={<Actions list={list} />}
    />
  )
}

function Actions({ list }: { list: AreaListState }) {
  return (
    <>
      {setsPrices() && (
        <>
          <Button component={Link} to="/apps/sales/rrp/markets">
            {screenText('markets')}
          </Button>
          <PasteButton list={list} />
        </>
      )}
      <TicketButton query={list.address} />
    </>
  )
}

/** Tone of a row: late prices are red, prices with findings a warning. */
const markOf = (rrp: AnyRecord): Tone | null => {
  if ((daysLeft(rrp) ?? 0) < 0) return 'danger'
  const isPending = rrp.status === 'entered' || rrp.status === 'approved'
  return isPending && Array.isArray(rrp.findings) && rrp.findings.length > 0 ? 'warning' : null
}
