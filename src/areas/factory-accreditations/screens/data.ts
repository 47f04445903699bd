import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { GradeRule, ProgramScheme } from '#shared/trade/accreditation.ts'
import type { CertificateSays } from '#shared/trade/certificate-text.ts'
import type { Mention } from '#web/fields/titles.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { factoryAccreditations as area } from '../area'

export const factoryArea = areaOf(area, 'factory_id')
export const programArea = areaOf(area, 'standard_program_id')

/** An audit in the format of list responses. */
export interface Audit extends AnyRecord {
  audit_title: string
  factory_id: number
  standard_program_id: number
  standard_program: Mention | null
  auditing_firm: Mention | null
  grade: Mention | null
  follow_up_of_id: number | null
  audit_type: string
  audit_date: string
  valid_from: string | null
  valid_to: string | null
  status: string
  cap_status: string
  firm_finding: string | null
}

export interface Program {
  id: number
  scheme: ProgramScheme
  scope: string
  default_validity_months: number | null
  requires_cap: boolean
  grades: GradeRule[]
}

/** A programme with its grades; undefined until one is chosen. */
export const useProgram = (id: unknown): Program | undefined => {
  const { data } = useQuery({
    queryKey: [programArea.name, 'grades', id],
    queryFn: ({ signal }) => api<Program>('GET', `${programArea.name}/${id}`, { signal }),
    enabled: typeof id === 'number',
    staleTime: 60_000,
  })
  return data
}

/** The latest audits of a factory, of one programme or of all; at most one page. */
export const useAuditsOf = (factory: number, program?: number) =>
  useQuery({
    queryKey: [area.name, 'of', factory, program ?? 'all'],
    queryFn: ({ signal }) =>
      api<Audit[]>('GET', area.name, {
        params: {
          factory_id: String(factory),
          ...(program === undefined ? {} : { standard_program_id: String(program) }),
          _sort: 'audit_date,id',
          _order: 'desc,desc',
          _start: '0',
          _end: '100',
        },
        signal,
      }),
  })

/** The facts of the attached certificate; loaded again when the files of the record change. */
export const useCertificate = (id: number, files: string) =>
  useQuery({
    queryKey: [area.name, 'certificate', id, files],
    queryFn: ({ signal }) =>
      api<CertificateSays & { file: { id: number; name: string } | null }>('GET', `${area.name}/${id}/certificate`, {
        signal,
      }),
  })

export interface ExpiryRecord {
  id: number
  status: string
  factory: string
  factory_zh: string | null
  program: string
  program_zh: string | null
}

export interface Expiries {
  from: string
  to: string
  days: { day: string; count: number; records: ExpiryRecord[] }[]
}

/** The accreditations that expire in a month (`2027-03`), by day. */
export const useExpiries = (month: string) =>
  useQuery({
    queryKey: [area.name, 'expiries', month],
    queryFn: ({ signal }) => api<Expiries>('GET', `${area.name}/expiries`, { params: { month }, signal }),
    placeholderData: (before) => before,
  })

/** The scopes (`factory`, `product`, `both`) of these programmes by id. */
export const useScopes = (ids: readonly number[]): ReadonlyMap<number, string> => {
  const uniqueIds = [...new Set(ids)].sort((a, b) => a - b)
  const { data = [] } = useQuery({
    queryKey: [programArea.name, 'scopes', uniqueIds],
    queryFn: ({ signal }) =>
      api<Pick<Program, 'id' | 'scope'>[]>('GET', programArea.name, {
        params: [...uniqueIds.map((id): [string, string] => ['id', String(id)]), ['_start', '0'], ['_end', '100']],
        signal,
      }),
    enabled: uniqueIds.length > 0,
    staleTime: 60_000,
  })
  return new Map(data.map(({ id, scope }) => [id, scope]))
}
