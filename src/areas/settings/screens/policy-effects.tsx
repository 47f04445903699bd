import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldIs } from '#shared/kit/filter.ts'
import { readinessField } from '#shared/trade/allocation.ts'
import type { PolicyEffect, PolicyReach } from '#shared/trade/policy-effect.ts'
import { readinessStates, readyStates } from '#shared/trade/readiness.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { filterParams } from '#web/kit/list/list-address.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { settings } from '../area'
import { changedPolicies, type PolicyChange } from './changed-policies'
import { screenText } from './texts'

/** The number of open lines that each changed policy applies to, shown before saving. */
export function PolicyEffects({ record }: { record: AnyRecord }) {
  const values = useWatch()
  const { data, isError } = useQuery({
    queryKey: [settings.name, 'policy-effect'],
    queryFn: ({ signal }) => api<PolicyEffect>('GET', `${settings.name}/policy-effect`, { signal }),
    retry: false,
  })
  const changes = changedPolicies(record, values)
  return (
    <Section title={screenText('effect.title')} help={screenText('effect.help')}>
      <Box aria-live="polite" sx={{ minHeight: 24, fontSize: 14 }}>
        {isError
          ? screenText('effect.failed')
          : changes.length === 0
            ? screenText('effect.none')
            : data && (
                <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5 }}>
                  {changes.map((change) => (
                    <li key={`${change.kind} ${change.from_day}`}>
                      <ChangeWords change={change} reach={data.kinds[change.kind]} />
                    </li>
                  ))}
                </Box>
              )}
      </Box>
    </Section>
  )
}

function ChangeWords({ change, reach }: { change: PolicyChange; reach: PolicyReach | undefined }) {
  const { kind, before, after, from_day } = change
  const { needed, open } = reach ?? { needed: 0, open: 0 }
  const changes = areaOf(settings, 'policy_changes').name
  const texts = {
    kind: choiceLabel(changes, 'kind', kind),
    before: choiceLabel(changes, 'policy', before),
    after: choiceLabel(changes, 'policy', after),
    day: from_day === null ? '' : format.date(from_day),
  }
  const isLicence = kind === 'licence'
  return (
    <>
      <strong>{screenText(from_day === null ? 'effect.now' : 'effect.from_day', texts)}</strong>{' '}
      {screenText(isLicence ? 'effect.licence' : 'effect.lines', {
        count: open,
        open: format.number(open),
        needed: format.number(needed),
      })}{' '}
      {!isLicence && open > 0 && (
        <Link href={readinessAddress(kind)} underline="always" target="_blank" rel="noopener">
          {screenText('effect.show')}
        </Link>
      )}
    </>
  )
}

/**
 * The readiness page with the open lines that are not ready; opened in a new tab, because the form is not saved yet.
 */
const readinessAddress = (kind: string) => {
  const open = readinessStates.filter((state) => !(readyStates as readonly string[]).includes(state))
  const params = filterParams({ filters: [fieldIs('line_status', 'open'), fieldIs(readinessField({ kind }), ...open)] })
  return `/apps/readiness?${new URLSearchParams(params)}`
}
