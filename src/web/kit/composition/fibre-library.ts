import { useQuery } from '@tanstack/react-query'
import { register } from '#register'
import type { NamedFibre } from '#shared/trade/composition-text.ts'
import { api } from '#web/providers/http.ts'

/** Loads the usable fibres with all spellings that the person may read, once they are needed. */
export const useFibreLibrary = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['fibres', 'library'],
    queryFn: ({ signal }) => allFibres(signal),
    enabled: isNeeded,
    staleTime: 300_000,
  })

const allFibres = async (signal: AbortSignal): Promise<NamedFibre[]> => {
  const fibres: NamedFibre[] = []
  for (let start = 0; ; start += pageSize) {
    const page = await api<NamedFibre[]>('GET', register.get('fibres').name, {
      params: { status: 'active', _start: String(start), _end: String(start + pageSize) },
      signal,
    })
    fibres.push(...page)
    if (page.length < pageSize) return fibres
  }
}
const pageSize = 100
