import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { FilterBar } from '#web/kit/list/filter-bar.tsx'
import { PresetChip } from '#web/kit/list/filter-chips.tsx'
import { listOf } from '#web/kit/page/area-of.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { fibreAllocations } from '../area'
import { ByPartActions } from './by-part/actions'
import { type Group, groups, maxCompositions, useByPart } from './by-part/data'
import { ByPartTable } from './by-part/table'
import { screenText } from './texts'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** Declares, fills and verifies many compositions at once, by parts of the garments. */
export function Page() {
  useLanguage()
  const [address, setAddress] = usePageSearch()
  const group = groupOf(address.get('group'))
  const order = address.get('order')
  const { data, error, refetch } = useByPart(group, order)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const documents = data?.documents ?? []
  const selected = documents.filter(({ id }) => chosen.has(id))
  const show = (next: Group) => {
    setChosen(new Set())
    setAddress((before) => {
      before.set('group', next)
      return before
    })
  }
  return (
    <Frame
      title={screenText('by_part.title')}
      facts={data ? screenText('by_part.count', { count: documents.length }) : '\u00a0'}
      back={{ to: listOf(fibreAllocations.name), label: screenText('by_part.back') }}
    >
      <FilterBar>
        <Box
          role="group"
          aria-label={screenText('by_part.group')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
        >
          {(Object.keys(groups) as Group[]).map((name) => (
            <PresetChip key={name} label={groupName(name)} active={name === group} onToggle={() => show(name)} />
          ))}
        </Box>
        <ByPartActions
          selected={selected}
          sources={data?.sources ?? []}
          onDone={(failed) => setChosen(new Set(failed))}
        />
      </FilterBar>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {data && documents.length === 0 && (
        <EmptyState title={screenText('by_part.none')} text={screenText('by_part.none_help')} />
      )}
      {documents.length > 0 && <ByPartTable documents={documents} chosen={chosen} onChoose={setChosen} />}
      {documents.length === maxCompositions && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {screenText('by_part.first', { count: maxCompositions })}
        </Box>
      )}
      {!data && !error && <Skeleton variant="rounded" height={400} role="status" aria-label={t('kit.list.loading')} />}
    </Frame>
  )
}

const groupOf = (name: string | null): Group =>
  name !== null && Object.hasOwn(groups, name) ? (name as Group) : 'to_declare'

const groupName = (group: Group): string =>
  ({
    to_declare: screenText('presets.to_declare'),
    to_verify: screenText('presets.to_verify'),
    verified: screenText('presets.verified'),
  })[group]
