import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { register } from '#register'
import { type Area, allFields, isInternal } from '#shared/kit/area.ts'
import { useTitles } from '#web/fields/titles.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { areaName, fieldLabel, format, hasText, t } from '#web/i18n.ts'
import { moveText } from '#web/kit/moves/move-text.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { type HistoryChange, type HistoryEntry, useHistory } from './use-history'

/** The history of a record, latest first: author, time, move, and the changed fields with old and new values. */
export function History({ area, id }: { area: Area; id: number }) {
  const [shown, setShown] = useState(10)
  const { data, error, refetch, isLoading } = useHistory(area, id)
  const showsSkeleton = useDelayed(isLoading)
  return (
    <Section title={t('kit.history.title')}>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {showsSkeleton && <Skeleton variant="rounded" height={96} />}
      {data?.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('kit.history.nothing')}</Box>}
      <Stack component="ol" spacing={2} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data?.slice(0, shown).map((entry) => (
          <Entry key={entry.id} area={register.find(entry.area ?? '') ?? area} document={area} entry={entry} />
        ))}
      </Stack>
      {data && data.length > shown && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setShown(shown + 50)}>
          {t('kit.history.older', { count: data.length - shown })}
        </Button>
      )}
    </Section>
  )
}

function Entry({ area, document, entry }: { area: Area; document: Area; entry: HistoryEntry }) {
  const [showsAll, setAll] = useState(false)
  const { at, actor, from_status: fromStatus, to_status: toStatus, comment, changes } = entry
  const initialCount = entry.action === 'create' || entry.action === 'import' ? 0 : 6
  const visible = showsAll ? changes : changes.slice(0, initialCount)
  return (
    <Box component="li" sx={{ borderLeft: 2, borderColor: 'divider', pl: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {actionText(area, entry.action)}
        </Box>
        {area !== document && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
            {[areaName(area, true), changes[0]?.label].filter(Boolean).join(' ')}
          </Box>
        )}
        {toStatus && fromStatus !== toStatus && <StatusChip area={area} status={toStatus} />}
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
        {actor.id === null ? t('kit.history.portal') : actor.title || t('kit.history.other_supplier')} ·{' '}
        <time dateTime={at}>{format.moment(at)}</time>
      </Box>
      {comment && <Box sx={{ mt: 0.5, whiteSpace: 'pre-wrap', maxWidth: '72ch' }}>“{comment}”</Box>}
      {visible.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', fontSize: 13 }}>
          {visible.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: history entries are immutable
            <ChangeLine key={index} area={register.find(change.area ?? '') ?? document} change={change} />
          ))}
        </Box>
      )}
      {changes.length > visible.length && (
        <Button size="small" sx={{ ml: -1.25, minWidth: 0 }} onClick={() => setAll(true)}>
          {t('kit.history.changes', { count: changes.length - visible.length })}
        </Button>
      )}
    </Box>
  )
}

function ChangeLine({ area, change }: { area: Area; change: HistoryChange }) {
  const field = allFields(area)[change.field]
  const target = field?.kind === 'reference' ? register.find(field.options.to ?? '') : undefined
  const titles = useTitles(
    target,
    [change.old, change.new].filter((id): id is number => typeof id === 'number'),
  )
  const valueText = (value: unknown) => {
    if (value === null || value === undefined || value === '') return t('kit.history.empty')
    if (target) return titles.get(String(value)) ?? `#${value}`
    if (typeof value === 'object' && !Array.isArray(value)) return t('kit.history.row')
    return formatValue(area, change.field, { [change.field]: value }) || String(value)
  }
  // A change of a file has no field label: the entry's title names the event, and the values are the file's name.
  const fieldName = field ? fieldLabel(area, change.field) : change.field === 'file' ? '' : change.field
  const path = [change.label, fieldName].filter(Boolean).join(' · ')
  return (
    <li data-internal={isInternal(area, change.field) || undefined}>
      {path && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {path}
          {t('kit.colon')}
        </Box>
      )}
      {change.old === null || change.old === undefined ? null : (
        <>
          <Box component="del" sx={{ color: 'text.secondary' }}>
            {valueText(change.old)}
          </Box>
          {' → '}
        </>
      )}
      <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 500 }}>
        {valueText(change.new)}
      </Box>
    </li>
  )
}

const actionText = (area: Area, action: string) =>
  area.lifecycle && action in area.lifecycle.moves
    ? moveText(area, action)
    : hasText(`kit.history.actions.${action}`)
      ? t(`kit.history.actions.${action}`)
      : action
