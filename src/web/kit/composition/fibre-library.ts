import { useQuery } from '@tanstack/react-query'
import { register } from '#register'
import type { NamedFibre } from '#shared/trade/composition-text.ts'
import { api } from '#web/providers/http.ts'

/** The fibres that may be chosen, with every spelling that the caller may read; asked for when a text is to be read. */
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
