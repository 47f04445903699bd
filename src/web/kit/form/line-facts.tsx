import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'

/**
 * In the form of a new record about an order line, copies article and supplier from the selected line if the area has
 * these fields. The parameter `po_line_id` of the address preselects the line. Renders nothing.
 */
export function LineFacts({ area }: { area: Area }) {
  const { setValue } = useFormContext()
  const [search] = useSearchParams()
  const preselectedLine = Number(search.get('po_line_id')) || null
  const line = useWatch({ name: 'po_line_id' }) as unknown
  const linesResource = areaOf(area, 'po_line_id').name
  const ordersResource = areaOf(area, 'purchase_order_id').name
  useEffect(() => {
    if (preselectedLine) setValue('po_line_id', preselectedLine, { shouldDirty: true })
  }, [preselectedLine, setValue])
  const { data } = useQuery({
    queryKey: [area.name, 'line', line],
    queryFn: async ({ signal }) => {
      const { article_id, purchase_order_id } = await api<AnyRecord>('GET', `${linesResource}/${line}`, { signal })
      const { supplier_id } = await api<AnyRecord>('GET', `${ordersResource}/${purchase_order_id}`, { signal })
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
