import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'

/**
 * For a form of a new record about an order line: takes article and supplier of the line that is chosen, as far as the
 * area has them. `?po_line_id=` of the address chooses the line.
 */
export function LineFacts({ area }: { area: Area }) {
  const { setValue } = useFormContext()
  const [search] = useSearchParams()
  const given = Number(search.get('po_line_id')) || null
  const line = useWatch({ name: 'po_line_id' }) as unknown
  const lines = areaOf(area, 'po_line_id').name
  const orders = areaOf(area, 'purchase_order_id').name
  useEffect(() => {
    if (given) setValue('po_line_id', given, { shouldDirty: true })
  }, [given, setValue])
  const { data } = useQuery({
    queryKey: [area.name, 'line', line],
    queryFn: async ({ signal }) => {
      const { article_id, purchase_order_id } = await api<AnyRecord>('GET', `${lines}/${line}`, { signal })
      const { supplier_id } = await api<AnyRecord>('GET', `${orders}/${purchase_order_id}`, { signal })
      return { line, article_id, supplier_id }
    },
    enabled: typeof line === 'number',
  })
  useEffect(() => {
    if (!data || data.line !== line) return
    for (const name of ['article_id', 'supplier_id'] as const)
      if (!area.fields[name]?.options.readOnly) setValue(name, data[name], { shouldDirty: true, shouldValidate: true })
  }, [data, line, setValue, area])
  return null
}
