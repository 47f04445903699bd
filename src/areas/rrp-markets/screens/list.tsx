import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { language } from '#web/i18n.ts'
import { ListView } from '#web/kit/list/area-list.tsx'
import { useAreaList } from '#web/kit/list/use-area-list.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { listTitle } from '#web/kit/page/list-labels.ts'
import { listAddress } from '#web/kit/page/list-memory.ts'

/** The list of markets, with a link to the retail prices. */
export function List({ area }: { area: Area }) {
  const prices = areaNamed('po-line-rrps')
  const list = useAreaList(area)
  const { records, total, address } = list
  const isWhole = address.sort.length === 0 && records.length === total
  const shown = useMemo(() => (isWhole ? byName(area, records) : records), [area, records, isWhole])
  return <ListView list={{ ...list, records: shown }} back={{ to: listAddress(prices), label: listTitle(prices) }} />
}

/** The server sorts by country code; a single page is sorted by the displayed name. */
const byName = (area: Area, records: readonly AnyRecord[]): AnyRecord[] => {
  const { compare } = new Intl.Collator(language())
  const name = (record: AnyRecord) => formatValue(area, 'market', record)
  return [...records].sort((a, b) => compare(name(a), name(b)))
}
