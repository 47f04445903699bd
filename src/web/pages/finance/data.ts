import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { register } from '#register'
import type { JournalBatch, PayablesAgeing, PayablesOverview } from '#shared/trade/payables.ts'
import type { Statement } from '#shared/trade/statement.ts'
import { api } from '#web/providers/http.ts'

/** The area of the lists that the figures lead to. */
export const invoices = register.get('invoices')

/** The list of the invoices behind a figure. */
export const listAt = (query: string): string => `${invoices.path}?${query}`

const ofSupplier = (supplier: string | null) => (supplier ? { supplier_id: supplier } : undefined)

/** The figures of all suppliers, or of one. */
export const useOverview = (supplier: string | null) =>
  useQuery({
    queryKey: [invoices.name, 'finance', 'overview', supplier],
    queryFn: ({ signal }) =>
      api<PayablesOverview>('GET', 'finance/overview', { params: ofSupplier(supplier) ?? {}, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useAgeing = () =>
  useQuery({
    queryKey: [invoices.name, 'finance', 'ageing'],
    queryFn: ({ signal }) => api<PayablesAgeing>('GET', 'finance/ageing', { signal }),
    retry: false,
  })

/** A statement as its address asks for it; waits while it is null. */
export const useStatement = (params: Record<string, string> | null) =>
  useQuery({
    queryKey: [invoices.name, 'finance', 'statement', params],
    queryFn: ({ signal }) => api<Statement>('GET', 'finance/statement', { params: params ?? {}, signal }),
    enabled: params !== null,
    // The account of another supplier is never shown under this name.
    placeholderData: undefined,
    retry: false,
  })

export const batchesKey = [invoices.name, 'finance', 'batches']

export const useBatches = () =>
  useQuery({
    queryKey: batchesKey,
    queryFn: ({ signal }) =>
      api<{ batches: JournalBatch[] }>('GET', 'finance/journal/batches', { signal }).then(({ batches }) => batches),
    retry: false,
  })
