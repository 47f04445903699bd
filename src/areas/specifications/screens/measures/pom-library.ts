import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NamedPom } from '#shared/trade/measure-table.ts'
import { language } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'

/** A point of measure of the library, with what a new row of a table begins with. */
export interface Pom extends NamedPom {
  status: string
  how_to_measure_en: string | null
  how_to_measure_zh: string | null
  tol_plus_mm: string | null
  tol_minus_mm: string | null
  grade_step_mm: string | null
}

/** All points of the library, retired ones too, since tables may still have them. */
export const usePomLibrary = (): readonly Pom[] => {
  const { data } = useQuery({
    queryKey: ['poms', 'library'],
    queryFn: ({ signal }) => allPoms(signal),
    staleTime: 300_000,
  })
  return data ?? none
}
const none: readonly Pom[] = []

export const usePomsById = (): ReadonlyMap<number, Pom> => {
  const poms = usePomLibrary()
  return useMemo(() => new Map(poms.map((pom) => [pom.id, pom])), [poms])
}

const allPoms = async (signal: AbortSignal): Promise<Pom[]> => {
  const poms: Pom[] = []
  for (let start = 0; ; start += pageSize) {
    const page = await api<Pom[]>('GET', areaNamed('poms').name, {
      params: { _sort: 'code', _order: 'asc', _start: String(start), _end: String(start + pageSize) },
      signal,
    })
    poms.push(...page)
    if (page.length < pageSize) return poms
  }
}
const pageSize = 100

/** In the reader's language. */
export const pomName = ({ name_en, name_zh }: Pick<Pom, 'name_en' | 'name_zh'>) =>
  language() === 'zh' ? name_zh : name_en
export const howToMeasure = ({ how_to_measure_en, how_to_measure_zh }: Pom) =>
  (language() === 'zh' ? how_to_measure_zh : how_to_measure_en) ?? how_to_measure_en ?? how_to_measure_zh ?? ''
