import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { register } from '#register'
import type { JournalBatch, PayablesAgeing, PayablesOverview } from '#shared/trade/payables.ts'
import type { Statement } from '#shared/trade/statement.ts'
import { api } from '#web/providers/http.ts'

/** The area of the lists that figures are linked to. */
export const invoices = register.get('invoices')

/** The address of the list of the invoices of a figure. */
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

/** The statement for the parameters of the address; does not load while they are null. */
export const useStatement = (params: Record<string, string> | null) =>
  useQuery({
    queryKey: [invoices.name, 'finance', 'statement', params],
    queryFn: ({ signal }) => api<Statement>('GET', 'finance/statement', { params: params ?? {}, signal }),
    enabled: params !== null,
    // Never show the account of the previous supplier under this name.
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
