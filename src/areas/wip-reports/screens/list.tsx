import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { alternativeParameters } from './list-alternative'
import { screenText } from './texts'

const Board = lazy(async () => {
  const [{ Board }] = await Promise.all([import('./board'), loadAllAreas()])
  return { default: Board }
})

/** Production: the board by weeks or as a table; the list of reports when the address has list conditions. */
export function List({ area }: { area: Area }) {
  const [search] = useSearchParams()
  const asksReports = [...search.keys()].some((name) => !alternativeParameters.includes(name))
  return asksReports ? (
    <AreaList area={area} back={{ to: area.path ?? '/', label: screenText('as.weeks') }} />
  ) : (
    <Suspense>
      <Board area={area} />
    </Suspense>
  )
}
