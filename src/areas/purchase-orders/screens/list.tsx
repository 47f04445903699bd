import { lazy, Suspense, useEffect, useMemo } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { useLanguage } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { useSession } from '#web/providers/session.ts'
import { isSupplierSide, problemOf } from './facts'
import { OrderCard } from './list-card'
import { orderCells, orderColumns } from './list-columns'
import { orderPresets, previousVisit } from './presets'

const UnlistedWork = lazy(async () => ({
  default: (await import('#web/kit/page/unlisted-work.tsx')).UnlistedWork,
}))

/** The list of orders, with presets for pending steps of the office or pending answers of a supplier. */
export function List({ area }: { area: Area }) {
  const { language } = useLanguage()
  useSession()
  const since = previousVisit()
  useEffect(() => void import('#web/kit/list/last-seen.ts').then(({ recordVisit: noteLook }) => noteLook(area)), [area])
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const { cells, presets } = useMemo(() => ({ cells: orderCells(), presets: orderPresets(since) }), [language, since])
  return (
    <AreaList
      area={area}
      columns={orderColumns()}
      presets={presets}
      rowMark={problemOf}
      cellOverrides={cells}
      card={(order) => <OrderCard order={order} />}
      actions={
        isSupplierSide() && (
          <Suspense>
            <UnlistedWork />
          </Suspense>
        )
      }
    />
  )
}
