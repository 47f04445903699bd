import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import TextLink from '@mui/material/Link'
import { Link } from 'react-router'
import { compare, withoutTrailingZeros } from '#shared/base/money.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { garmentComponents, missingPct } from '#shared/trade/composition.ts'
import { compositionRowsOf } from '#shared/trade/composition-rows.ts'
import { mentionOf, mentionTitle, titleOf } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel } from '#web/i18n.ts'
import { compositionLines } from '#web/kit/composition/composition-view.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { fibreAllocations } from '../../area'
import { screenText } from '../texts'

/** One row per line and one column per part that any line declares; one card per line on phones. */
export function ByPartTable({ documents, chosen, onChoose }: Props) {
  const parts = garmentComponents.filter(
    (part) =>
      part === 'shell' ||
      documents.some((document) => compositionRowsOf(document, 'declared').some(({ component }) => component === part)),
  )
  const isAll = documents.every(({ id }) => chosen.has(id))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <Box role="group" tabIndex={0} aria-label={screenText('by_part.title')} sx={surface}>
      <Box component="table" sx={tableStyle}>
        <thead>
          <tr>
            <td className="choose" data-label={screenText('by_part.choose_all')}>
              <Checkbox
                size="small"
                checked={isAll}
                indeterminate={!isAll && chosen.size > 0}
                onChange={() => onChoose(new Set(isAll ? [] : documents.map(({ id }) => id)))}
                inputProps={{ 'aria-label': screenText('by_part.choose_all') }}
              />
            </td>
            <th scope="col">{fieldLabel(fibreAllocations, 'po_line_id')}</th>
            <th scope="col">{fieldLabel(fibreAllocations, 'article_id')}</th>
            {parts.map((part) => (
              <th scope="col" key={part}>
                {choiceLabel(rowArea, 'component', part)}
              </th>
            ))}
            <th scope="col">{screenText('by_part.state')}</th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row
              key={document.id}
              document={document}
              parts={parts}
              isChosen={chosen.has(document.id)}
              onToggle={() => toggle(document.id)}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

interface Props {
  documents: readonly AnyRecord[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

const rowArea = areaOf(fibreAllocations, 'declared')

function Row({ document, parts, isChosen, onToggle }: RowProps) {
  const lines = compositionLines(fibreAllocations, 'declared', document)
  const title = titleOf(fibreAllocations, document)
  return (
    <tr>
      <td className="choose">
        <Checkbox
          size="small"
          checked={isChosen}
          onChange={onToggle}
          inputProps={{ 'aria-label': screenText('by_part.choose', { title }) }}
        />
      </td>
      <th scope="row">
        <TextLink
          component={Link}
          to={`${fibreAllocations.path}/${document.id}/edit`}
          sx={{ color: 'text.primary', fontWeight: 500 }}
        >
          {title}
        </TextLink>
        {document.status && (
          <Box sx={{ mt: 0.5 }}>
            <StatusChip area={fibreAllocations} status={document.status} />
          </Box>
        )}
      </th>
      <td>
        {mentionTitle(mentionOf(document, 'article_id'))}
        <Box sx={{ color: 'text.secondary' }}>{mentionTitle(mentionOf(document, 'colourway_id'))}</Box>
      </td>
      {parts.map((part) => (
        <td key={part} data-label={choiceLabel(rowArea, 'component', part)}>
          {lines.find(({ component }) => component === part)?.text ?? <span className="none">–</span>}
        </td>
      ))}
      <td>
        <Completeness document={document} />
      </td>
    </tr>
  )
}

interface RowProps {
  document: AnyRecord
  parts: readonly string[]
  isChosen: boolean
  onToggle: () => void
}

/** Complete when every part adds up to exactly 100 %; otherwise shows what the first incomplete part lacks. */
function Completeness({ document }: { document: AnyRecord }) {
  const rows = compositionRowsOf(document, 'declared')
  const parts = garmentComponents.filter((part) => rows.some(({ component }) => component === part))
  const open = parts.find((part) => compare(missingPct(rows, part), '0') !== 0)
  if (rows.length === 0) return <Box className="none">{screenText('by_part.nothing')}</Box>
  return open ? (
    <Box sx={{ color: 'warning.main' }}>
      {screenText('by_part.missing', {
        part: choiceLabel(rowArea, 'component', open),
        pct: withoutTrailingZeros(missingPct(rows, open)),
      })}
    </Box>
  ) : (
    <Box sx={({ palette }) => ({ color: palette.tones.success.text })}>100%</Box>
  )
}

const surface = { overflowX: 'auto', bgcolor: { sm: 'background.paper' }, borderRadius: 1 } as const

const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': {
    py: 1,
    px: 1,
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
  '& thead th': { fontSize: 12, fontWeight: 500, color: 'text.secondary' },
  '& .choose': { width: 44, py: 0.25 },
  '& .none': { color: 'text.secondary' },
  // On phones each line is a card with its parts stacked and labelled.
  '@media (max-width: 599.95px)': {
    '& thead th': { display: 'none' },
    '& thead td': { width: 'auto', border: 0, '&::after': { content: 'attr(data-label)', color: 'text.secondary' } },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: '44px 1fr',
      borderBottom: '1px solid',
      borderColor: 'divider',
      py: 1,
    },
    '& tbody th, & tbody td': { border: 0, py: 0.25, gridColumn: 2 },
    '& tbody td.choose': { gridColumn: 1, gridRow: '1 / span 2' },
    '& tbody td[data-label]::before': { content: 'attr(data-label) ": "', color: 'text.secondary' },
    '& td[data-label]:has(.none)': { display: 'none' },
  },
} as const
