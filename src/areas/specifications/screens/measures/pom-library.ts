import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NamedPom } from '#shared/trade/measure-table.ts'
import { language } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { type Measure, measuresIn } from './measures'

/** A point of measure of the library, with the defaults of a new row. */
export interface Pom extends NamedPom {
  status: string
  how_to_measure_en: string | null
  how_to_measure_zh: string | null
  tol_plus_mm: string | null
  tol_minus_mm: string | null
  grade_step_mm: string | null
}

/**
 * All points of the library, including retired ones, because tables may still have them. Archived points in `measures`
 * are added with the names from their record.
 */
export const usePomLibrary = (measures: unknown): readonly Pom[] => {
  const { data } = useQuery({
    queryKey: ['poms', 'library'],
    queryFn: ({ signal }) => allPoms(signal),
    staleTime: 300_000,
  })
  return useMemo(() => (data ? [...data, ...archivedPoms(measuresIn(measures), data)] : noPoms), [data, measures])
}
const noPoms: readonly Pom[] = []

export const usePomsById = (measures: unknown): ReadonlyMap<number, Pom> => {
  const poms = usePomLibrary(measures)
  return useMemo(() => new Map(poms.map((pom) => [pom.id, pom])), [poms])
}

const archivedPoms = (measures: readonly Measure[], activePoms: readonly Pom[]): Pom[] =>
  measures.flatMap(({ pom }) =>
    pom && !activePoms.some(({ id }) => id === pom.id)
      ? [{ ...unsaid, id: pom.id, name_en: pom.title, name_zh: pom.title_zh ?? pom.title }]
      : [],
  )
const unsaid = {
  ...{ code: '', status: 'archived', how_to_measure_en: null, how_to_measure_zh: null },
  ...{ tol_plus_mm: null, tol_minus_mm: null, grade_step_mm: null },
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

/** The name in the user's language. */
export const pomName = ({ name_en, name_zh }: Pick<Pom, 'name_en' | 'name_zh'>) =>
  language() === 'zh' ? name_zh : name_en
export const howToMeasure = ({ how_to_measure_en, how_to_measure_zh }: Pom) =>
  (language() === 'zh' ? how_to_measure_zh : how_to_measure_en) ?? how_to_measure_en ?? how_to_measure_zh ?? ''
