import Button from '@mui/material/Button'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { loadAllAreas, useLanguage } from '#web/i18n.ts'
import { DossierButton } from '#web/kit/dossier/lazy-dossier.tsx'
import { ListView } from '#web/kit/list/area-list.tsx'
import type { Preset } from '#web/kit/list/presets.ts'
import { type AreaListState, useAreaList } from '#web/kit/list/use-area-list.ts'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { can } from '#web/providers/permission.ts'
import { poLines } from '../area'
import { LineCard } from './list-card'
import { lineCells, lineColumns } from './list-columns'
import { orderIdOf, useOrders } from './orders'
import { screenText } from './texts'

/**
 * Lines to approve with their reasons; for a supplier, its lines with their status. For approvers, the list opens with
 * pending lines unless a saved view or the address has other conditions.
 */
export function List({ area }: { area: Area }) {
  return useInitialFilters(area, mayDecide() ? [waiting] : []) ? <Lines area={area} /> : null
}

function Lines({ area }: { area: Area }) {
  const { language } = useLanguage()
  const list = useAreaList(area, lineColumns())
  const orders = useOrders(list.records)
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const { cells, presets } = useMemo(() => ({ cells: lineCells(orders), presets: linePresets() }), [orders, language])
  return (
    <ListView
      list={list}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      chosen={allocateChosen}
      card={(line) => <LineCard line={line} order={orders.get(orderIdOf(line))} />}
    />
  )
}

const AllocateChosen = lazy(async () => {
  const [module] = await Promise.all([import('#web/kit/allocation/choose-lines.tsx'), loadAllAreas()])
  return { default: module.AllocateChosen }
})

const allocateChosen = (list: AreaListState) => (
  <>
    <Suspense>
      <AllocateChosen list={list} />
    </Suspense>
    <PlansOfChosen list={list} />
    <DossierOfChosen list={list} />
  </>
)

/** Links to the planned samples and inspections of the selected lines. */
function PlansOfChosen({ list: { selection } }: { list: AreaListState }) {
  const ids = [...selection.rows.keys()]
  if (selection.all || ids.length === 0 || ids.length > mostPlanned) return null
  return plans.map(({ area, label, path }) =>
    can(area, 'create') ? (
      <Button
        key={area}
        size="small"
        variant="outlined"
        component={Link}
        to={`${path}lines=${ids.join()}`}
        sx={{ minHeight: { xs: 44, sm: 0 } }}
      >
        {screenText(label)}
      </Button>
    ) : null,
  )
}
const plans = [
  { area: 'sample-requests', label: 'plan_samples', path: '/apps/sample_management/sample_request?plan=1&' },
  { area: 'qa-activities', label: 'plan_inspections', path: '/apps/quality_assurance/plan?' },
] as const
const mostPlanned = 100

/** Not offered for all lines of a list, which would be too much for one file. */
function DossierOfChosen({ list: { selection } }: { list: AreaListState }) {
  const ids = [...selection.rows.keys()]
  if (selection.all || ids.length === 0) return null
  const subject = screenText('dossier_of', { count: ids.length })
  return <DossierButton size="small" target={{ area: poLines.name, ids }} subject={subject} />
}

const mayDecide = () => can(poLines.name, 'move:approve')

const waiting = fieldIs('status', 'pending')

const linePresets = (): Preset[] =>
  mayDecide()
    ? [
        { name: 'waiting', label: screenText('presets.to_approve'), filters: [waiting] },
        {
          name: 'returned',
          label: screenText('presets.returned'),
          filters: [fieldIs('status', 'rejected', 'revision_requested')],
        },
        { name: 'all', label: screenText('presets.all'), filters: [] },
      ]
    : []

const markOf = ({ status, approval_reasons }: AnyRecord): Tone | null =>
  status === 'pending' && Array.isArray(approval_reasons) && approval_reasons.length > 0 ? 'warning' : null
