import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { usePageSearch } from '#web/hooks/use-page-search.ts'
import { loadAllAreas, t, useLanguage } from '#web/i18n.ts'
import { listOf } from '#web/kit/page/area-of.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { fibreAllocations } from '../area'
import { ByPartActions } from './by-part/actions'
import { type Group, groups, most, useByPart } from './by-part/data'
import { ByPartTable } from './by-part/table'
import { screenText } from './texts'

/** Texts of the signed-in part travel when the page is first opened. */
export const ready = loadAllAreas

/** Lines by the parts of their garments: many compositions are declared, filled and verified at once. */
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <TextField
          select
          size="small"
          label={screenText('by_part.group')}
          value={group}
          onChange={(event) => show(groupOf(event.target.value))}
          sx={{ minWidth: 180 }}
        >
          {(Object.keys(groups) as Group[]).map((name) => (
            <MenuItem key={name} value={name}>
              {groupName(name)}
            </MenuItem>
          ))}
        </TextField>
        <ByPartActions
          selected={selected}
          sources={data?.sources ?? []}
          onDone={(failed) => setChosen(new Set(failed))}
        />
      </Box>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {data && documents.length === 0 && (
        <EmptyState title={screenText('by_part.none')} text={screenText('by_part.none_help')} />
      )}
      {documents.length > 0 && <ByPartTable documents={documents} chosen={chosen} onChoose={setChosen} />}
      {documents.length === most && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('by_part.first', { count: most })}</Box>
      )}
      {!data && !error && <Box role="status">{t('kit.list.loading')}</Box>}
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
