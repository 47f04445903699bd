import { useQuery } from '@tanstack/react-query'
import type { Requirement, Requirements } from '#shared/trade/requirements.ts'
import { codeLabel } from '#web/fields/code.tsx'
import { format, language } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { poLines } from '../area'
import { screenText } from './texts'

/** The requirements of a line that the person may know. */
export const useNeeds = (id: number): Requirements | undefined =>
  useQuery({
    queryKey: [poLines.name, 'requirements', String(id)],
    queryFn: ({ signal }) => api<Requirements>('GET', `${poLines.name}/${id}/requirements`, { signal }),
  }).data

/** The country that a requirement is for, in words. */
export const marketName = ({ market }: Requirement): string => (market ? codeLabel('country', market) : '')

/** Why it is needed; empty without the right to read it. */
export const sourceText = ({ source, category }: Requirement): string => {
  if (!source) return ''
  const name = category && ((language() === 'zh' && category.name_zh) || category.name_en)
  if (source === 'category' && !name) return ''
  return screenText(`requirements.source.${source}`, { category: name })
}

/** The effect of an open requirement: on a booking, or a date. */
export const stakeText = ({ policy, status, record }: Requirement): string => {
  if (policy) return screenText(`requirements.policy.${policy}`)
  return record?.due_date && status !== 'ok'
    ? screenText('requirements.due', { date: format.date(record.due_date) })
    : ''
}
