import Button from '@mui/material/Button'
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { areaName, useLanguage } from '#web/i18n.ts'
import { ListView } from '#web/kit/list/area-list.tsx'
import { useAreaList } from '#web/kit/list/use-area-list.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { CanAccess } from '#web/providers/can-access.tsx'
import { poLines } from '../area'
import { DeliveryCard, deliveryCells, riskTone, useTones, weekHeading } from './delivery-cells'
import { lineCells, worklistColumns } from './list-columns'
import { useOrders } from './orders'
import { deliveryPresets } from './worklist-presets'

/** Open lines by week of departure, with status, slip and risk. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  const columns = useMemo(() => worklistColumns(area), [area])
  const list = useAreaList(area, columns)
  const orders = useOrders(list.records)
  const tones = useTones()
  const first = list.address.sort[0]?.field
  const isByWeek = first === undefined || first === 'ex_factory_date'
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const { cells, presets } = useMemo(
    () => ({ cells: { ...lineCells(orders), ...deliveryCells(tones) }, presets: deliveryPresets() }),
    [orders, tones, language],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const headingOf = useCallback((line: AnyRecord) => weekHeading(line), [language])
  const statuses = areaOf(poLines, 'delivery_status_id')
  return (
    <ListView
      list={list}
      presets={presets}
      rowMark={markOf}
      cellOverrides={cells}
      card={(line) => <DeliveryCard line={line} tones={tones} />}
      headingOf={isByWeek ? headingOf : undefined}
      actions={
        <CanAccess resource={statuses.name} action="create">
          <Button variant="outlined" component={Link} to={statuses.path ?? ''}>
            {areaName(statuses)}
          </Button>
        </CanAccess>
      }
    />
  )
}

const markOf = ({ delivery_risk }: AnyRecord): Tone | null =>
  delivery_risk === 'red' || delivery_risk === 'amber' ? (riskTone[delivery_risk] ?? null) : null
