import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useDelayed } from '#web/hooks/use-delayed.ts'
import { fieldLabel, language, t } from '#web/i18n.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { listLabel } from '#web/kit/page/list-labels.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { Fact, isUnbroken } from '#web/kit/record/fact.tsx'
import { PeekIcon } from './grid-icons'
import { headingsOf } from './headings'
import type { AreaListState } from './use-area-list'

const EditSheet = lazy(() => import('#web/kit/inline/edit-sheet.tsx').then((module) => ({ default: module.EditSheet })))

/** The rows of a list as cards, for phones. `card` renders the content of a card, by default its first columns. */
export function AreaCards({ list, rowMark, card, selectable, edits = [], headingOf }: Props) {
  const { area, records, selection } = list
  const showsSkeleton = useDelayed(list.isLoading)
  const [editedId, setEdited] = useState<number | null>(null)
  const headings = headingsOf(records, headingOf)
  const editedRecord = records.find(({ id }) => id === editedId)
  if (list.isLoading)
    return (
      // At least as high as the screen, so that content below does not jump when the cards load.
      <Box sx={{ display: 'grid', gap: 1, minHeight: '100svh', alignContent: 'start' }}>
        {showsSkeleton &&
          ['one', 'two', 'three', 'four'].map((key) => <Skeleton key={key} variant="rounded" height={120} />)}
      </Box>
    )
  return (
    <>
      <Box component="ul" aria-label={listLabel(area)} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {records.map((record) => {
          const mark = rowMark?.(record)
          const isSelected = selection.all || selection.rows.has(record.id)
          const heading = headings.get(record.id)
          return (
            <Fragment key={record.id}>
              {heading && (
                <Box component="li" sx={{ px: 1.5, pt: 1, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
                  {heading}
                </Box>
              )}
              <Box
                component="li"
                data-id={record.id}
                data-marked={mark ?? undefined}
                sx={({ palette }) => ({
                  bgcolor: isSelected ? palette.surfaces.chosen : palette.background.paper,
                  borderRadius: 1,
                  p: 1.5,
                  ...(mark ? { boxShadow: `inset 3px 0 0 ${palette.tones[mark].line}` } : {}),
                })}
              >
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
                  {selectable && (
                    <Checkbox
                      sx={{ p: '12px', ml: '-12px', my: '-6px' }}
                      checked={isSelected}
                      inputProps={{ 'aria-label': t('kit.list.select_row', { title: titleOf(area, record) }) }}
                      onChange={() =>
                        selection.set(
                          isSelected
                            ? [...selection.rows.values()].filter(({ id }) => id !== record.id)
                            : [...selection.rows.values(), record],
                        )
                      }
                    />
                  )}
                  <Link
                    component={RouterLink}
                    to={`${area.path}/${record.id}`}
                    sx={{ flex: 1, minWidth: 0, fontWeight: 600, color: 'text.primary', py: 1.5, my: -1.5 }}
                  >
                    {titleOf(area, record)}
                  </Link>
                  {/* Worklists show the status only if it is one of their columns. */}
                  {record.status && (!area.worklist || list.columns.includes('status')) && (
                    <StatusChip area={area} status={record.status} />
                  )}
                  {area.path && (
                    <IconButton
                      sx={{ p: '13px', m: '-8px' }}
                      aria-label={t('kit.list.preview', { title: titleOf(area, record) })}
                      onClick={() => list.change({ preview: record.id })}
                    >
                      <PeekIcon />
                    </IconButton>
                  )}
                </Box>
                {card ? card(record) : <CardFacts list={list} record={record} />}
                {edits.length > 0 && (
                  <Button
                    sx={{ mt: 0.5, ml: '-14px', mb: -0.5, minHeight: 44 }}
                    aria-label={t('kit.list.change', { title: titleOf(area, record) })}
                    onClick={() => setEdited(record.id)}
                  >
                    {t('kit.inline.change')}
                  </Button>
                )}
              </Box>
            </Fragment>
          )
        })}
      </Box>
      {editedRecord && (
        <Suspense>
          <EditSheet area={area} record={editedRecord} names={edits} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

interface Props {
  list: AreaListState
  rowMark?: (record: AnyRecord) => Tone | null
  card?: (record: AnyRecord) => ReactNode
  selectable: boolean
  /** Fields that can be edited on a sheet over the card. */
  edits?: readonly string[]
  headingOf?: (record: AnyRecord) => string
}

/** Whether the field is the card's title. */
const isTitle = (area: Area, name: string) => language() === 'zh' && name === area.titleZh

function CardFacts({ list: { area, columns }, record }: { list: AreaListState; record: AnyRecord }) {
  // Facts that are part of the title are not repeated.
  const titleParts = titleOf(area, record).split(' · ')
  const facts = columns
    .filter(
      (name) => name !== area.title && !isTitle(area, name) && name !== 'status' && !isMoneyUnit(area, columns, name),
    )
    .map((name) => ({ name, written: formatValue(area, name, record) }))
    .filter(({ written }) => written !== '' && !titleParts.includes(written))
    .slice(0, 6)
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0, mt: 1 }}>
      {facts.map(({ name, written }) => (
        <Fact key={name} label={fieldLabel(area, name)} wide={isUnbroken(written)}>
          {written}
        </Fact>
      ))}
    </Box>
  )
}

/** Whether the field is a currency that the card's amounts already include. */
const isMoneyUnit = (area: Area, columns: readonly string[], name: string) =>
  area.fields[name]?.kind === 'currency' &&
  columns.some((other) => ['amount', 'price'].includes(area.fields[other]?.kind ?? ''))
