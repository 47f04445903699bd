import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { purchaseOrders } from '../../area'

/** Fills empty fields of a new order with the supplier's defaults. */
export const useSupplierDefaults = (isNew: boolean) => {
  const { getValues, setValue } = useFormContext()
  const supplier = useWatch({ name: 'supplier_id' }) as number | null
  const filled = useRef<Record<string, unknown>>({})
  useEffect(() => {
    if (!isNew || !supplier) return
    const controller = new AbortController()
    api<Record<string, unknown>>('GET', `${areaOf(purchaseOrders, 'supplier_id').name}/${supplier}`, {
      signal: controller.signal,
    })
      .then((record) => {
        for (const [field, supplierField] of Object.entries(defaultFields)) {
          const now: unknown = getValues(field)
          const isOurs = now === null || now === undefined || now === filled.current[field]
          if (!isOurs || (record[supplierField] ?? null) === (now ?? null)) continue
          filled.current[field] = record[supplierField] ?? null
          setValue(field, record[supplierField] ?? null, { shouldDirty: true })
        }
      })
      // The server fills in the same values on saving, so a failure only delays them.
      .catch(() => undefined)
    return () => controller.abort()
  }, [isNew, supplier, getValues, setValue])
}

/** Fields of an order, with the supplier's fields that hold their defaults. */
const defaultFields = {
  currency: 'default_currency',
  incoterm: 'default_incoterm',
  port_of_loading_id: 'default_port_id',
  payment_term_id: 'default_payment_term_id',
} as const
