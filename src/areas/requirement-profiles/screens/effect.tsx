import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { ProfileEffect } from '#shared/trade/profile-effect.ts'
import { useDebounced } from '#web/hooks/use-debounced.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { requirementProfiles as area } from '../area'
import { screenText } from './texts'

/** A profile, in the format of the effect request. */
interface Profile {
  product_category_id: number | null
  house_brand_id: number | null
  label_market_id: number | null
  requirements: { kind: string; type: string | null; is_needed: boolean }[]
  programs: { group_name: string; standard_program_id: number; least_grade_id: number | null }[]
}

/** The number of open lines that change, by requirement. `profile` null: the profile is retired. */
export function Effect({ id, profile, help }: EffectProps) {
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [area.name, 'effect', id ?? null, profile],
    queryFn: ({ signal }) =>
      api<ProfileEffect>('POST', `${area.name}/effect`, { body: { id: id ?? null, profile }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Section title={screenText('effect.title')} help={screenText(`effect.${help}`)}>
      <Box aria-live="polite" sx={{ minHeight: 24, fontSize: 14, opacity: isPlaceholderData ? 0.6 : 1 }}>
        {isError ? screenText('effect.failed') : data && <EffectWords effect={data} />}
      </Box>
    </Section>
  )
}

interface EffectProps {
  /** The stored profile; undefined for a new one. */
  id?: number
  profile: Profile | null
  help: 'help_now' | 'help_retire' | 'help_activate'
}

/** The effect of the current values of the form. */
export function EffectOfForm({ id }: { id?: number }) {
  const values = useDebounced(useDeferredValue(useWatch()), 400)
  return <Effect help="help_now" id={id} profile={profileOf(values)} />
}

function EffectWords({ effect: { open, changed, requirements, regrouped } }: { effect: ProfileEffect }) {
  if (changed === 0) return screenText('effect.none')
  return (
    <>
      <strong>
        {screenText('effect.changed', { count: changed, lines: format.number(changed), open: format.number(open) })}
      </strong>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, fontSize: 13, color: 'text.secondary' }}>
        {requirements.map(({ name, added, removed }) => (
          <li key={name}>
            {[
              choiceLabel('po-lines', 'requirements', name),
              added > 0 && screenText('effect.added', { count: format.number(added) }),
              removed > 0 && screenText('effect.removed', { count: format.number(removed) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
        {regrouped > 0 && (
          <li>
            {screenText('effect.regrouped')} · {format.number(regrouped)}
          </li>
        )}
      </Box>
    </>
  )
}

/** Converts a record or the values of a form to the effect request; incomplete rows are left out. */
export const profileOf = (values: Readonly<Record<string, unknown>>): Profile => ({
  product_category_id: idIn(values.product_category_id),
  house_brand_id: idIn(values.house_brand_id),
  label_market_id: idIn(values.label_market_id),
  requirements: rowsIn(values.requirements).flatMap(({ kind, type, is_needed }) =>
    typeof kind === 'string' && kind ? [{ kind, type: (type as string) || null, is_needed: is_needed !== false }] : [],
  ),
  programs: rowsIn(values.programs).flatMap(({ group_name, standard_program_id, least_grade_id }) => {
    const program = idIn(standard_program_id)
    return program !== null && group_name
      ? [{ group_name: String(group_name), standard_program_id: program, least_grade_id: idIn(least_grade_id) }]
      : []
  }),
})

const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const rowsIn = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : [])
