import { useQuery } from '@tanstack/react-query'
import { planOf } from '#shared/trade/allocation.ts'
import type { Requirement, Requirements } from '#shared/trade/requirements.ts'
import { codeLabel } from '#web/fields/code.tsx'
import { areaName, choiceLabel, format, language, t } from '#web/i18n.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { api } from '#web/providers/http.ts'
import { poLines } from '../area'
import { screenText } from './texts'

/** The requirements of a line that the user may read. */
export const useNeeds = (id: number): Requirements | undefined =>
  useQuery({
    queryKey: [poLines.name, 'requirements', String(id)],
    queryFn: ({ signal }) => api<Requirements>('GET', `${poLines.name}/${id}/requirements`, { signal }),
  }).data

/** The name of the country that a requirement applies to. */
export const marketName = ({ market }: Requirement): string => (market ? codeLabel('country', market) : '')

/** The label of a requirement: the name of its area, or its kind when the records are files of the line. */
export const requirementLabel = ({ area }: Requirement): string =>
  area === poLines.name ? choiceLabel(poLines, 'office_turn', 'attachments') : areaName(area, true)

/** Kinds of attachments in words. */
export const attachmentNames = (kinds: readonly string[]): string =>
  kinds.map((kind) => choiceLabel('profile-requirements', 'type', kind)).join(t('kit.comma'))

/** The missing documents as a sentence; empty when the status says enough. */
export const missingText = ({ missing }: Pick<Requirement, 'missing'>): string =>
  missing.length > 0 ? screenText('requirements.missing', { kinds: attachmentNames(missing) }) : ''

/**
 * The sources of a requirement, one sentence each: `Profile Every order line: Measurement, Packing`; empty without the
 * right to read them.
 */
export const reasonTexts = ({ area, reasons }: Requirement): string[] =>
  reasons.map(({ source, record, types, is_needed }) => {
    const name = record && ((language() === 'zh' && record.name_zh) || record.name_en)
    const typeField = planOf(areaNamed(area))?.typed?.by
    const typeNames = typeField
      ? types.map((type) => choiceLabel(area, typeField, type)).join(t('kit.comma'))
      : attachmentNames(types)
    const parts = [screenText(`requirements.source.${source}`, { name }), typeNames]
      .filter(Boolean)
      .join(t('kit.colon'))
    return is_needed ? parts : [parts, screenText('requirements.not_needed')].join(' · ')
  })

/** The effect of an open requirement: the policy for bookings, or its due date. */
export const stakeText = ({ policy, status, record }: Requirement): string => {
  if (policy) return screenText(`requirements.policy.${policy}`)
  return record?.due_date && status !== 'ok'
    ? screenText('requirements.due', { date: format.date(record.due_date) })
    : ''
}
