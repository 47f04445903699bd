import { useMemo } from 'react'
import type { AnyRecord, Area } from '../../../shared/area'
import { language } from '../../../web/i18n'
import { ListView } from '../../../web/kit/area-list'
import { areaNamed } from '../../../web/kit/area-of'
import { formatValue } from '../../../web/kit/cell'
import { listAddress } from '../../../web/kit/list-memory'
import { useAreaList } from '../../../web/kit/use-area-list'
import { listTitle } from '../../../web/kit/words'

/** The markets, which belong to the retail prices. */
export function List({ area }: { area: Area }) {
  const prices = areaNamed('po-line-rrps')
  const list = useAreaList(area)
  const { records, total, address } = list
  const isWhole = address.sort.length === 0 && records.length === total
  const shown = useMemo(() => (isWhole ? byName(area, records) : records), [area, records, isWhole])
  return <ListView list={{ ...list, records: shown }} back={{ to: listAddress(prices), label: listTitle(prices) }} />
}

/** The server knows countries by their codes; who reads their names looks for them by these, where all are on one page. */
const byName = (area: Area, records: readonly AnyRecord[]): AnyRecord[] => {
  const { compare } = new Intl.Collator(language())
  const name = (record: AnyRecord) => formatValue(area, 'market', record)
  return [...records].sort((one, other) => compare(name(one), name(other)))
}
