import { useQuery } from '@tanstack/react-query'
import { planOf } from '#shared/trade/allocation.ts'
import type { Requirement, Requirements } from '#shared/trade/requirements.ts'
import { codeLabel } from '#web/fields/code.tsx'
import { areaName, choiceLabel, format, language, t } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
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

/** What a requirement is called: by the area of its records, or where those are files of the line by its kind. */
export const requirementLabel = ({ area }: Requirement): string =>
  area === poLines.name ? choiceLabel(poLines, 'office_turn', 'attachments') : areaName(area, true)

/** Kinds of attachments in words. */
export const attachmentNames = (kinds: readonly string[]): string =>
  kinds.map((kind) => choiceLabel('profile-requirements', 'type', kind)).join(t('kit.comma'))

/** What is missing, as a sentence; empty where the status says it all. */
export const missingText = ({ missing }: Pick<Requirement, 'missing'>): string =>
  missing.length > 0 ? screenText('requirements.missing', { kinds: attachmentNames(missing) }) : ''

/** Who says so, a sentence each: `Profile Every order line: Measurement, Packing`; none without the right to read it. */
export const reasonTexts = ({ area, reasons }: Requirement): string[] =>
  reasons.map(({ source, record, types, is_needed }) => {
    const name = record && ((language() === 'zh' && record.name_zh) || record.name_en)
    const by = planOf(areaNamed(area))?.typed?.by
    const typeNames = by
      ? types.map((type) => choiceLabel(area, by, type)).join(t('kit.comma'))
      : attachmentNames(types)
    const words = [screenText(`requirements.source.${source}`, { name }), typeNames]
      .filter(Boolean)
      .join(t('kit.colon'))
    return is_needed ? words : [words, screenText('requirements.not_needed')].join(' · ')
  })

/** The effect of an open requirement: on a booking, or a date. */
export const stakeText = ({ policy, status, record }: Requirement): string => {
  if (policy) return screenText(`requirements.policy.${policy}`)
  return record?.due_date && status !== 'ok'
    ? screenText('requirements.due', { date: format.date(record.due_date) })
    : ''
}
