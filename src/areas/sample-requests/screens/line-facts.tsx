import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { AnyRecord } from '#shared/kit/area.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { sampleRequests } from '../area'

/** Takes article and supplier over from the order line that is chosen in the form. */
export function LineFacts() {
  const { setValue } = useFormContext()
  const line = useWatch({ name: 'po_line_id' }) as unknown
  const lines = areaOf(sampleRequests, 'po_line_id').name
  const orders = areaOf(sampleRequests, 'purchase_order_id').name
  const { data } = useQuery({
    queryKey: [sampleRequests.name, 'line', line],
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
      setValue(name, data[name], { shouldDirty: true, shouldValidate: true })
  }, [data, line, setValue])
  return null
}
