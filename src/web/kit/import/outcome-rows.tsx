import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { withSubject } from '#shared/delimited/with-subject.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { type ImportRecord, type ImportRow, type Outcome, outcomes } from '#shared/kit/wire/import.ts'
import { areaName, t } from '#web/i18n.ts'
import { PresetChip } from '#web/kit/list/filter-chips.tsx'
import { recordAddress } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { pageSize, useImportRows } from './calls'
import { pathLabel, placeOf } from './field-paths'
import { Pager } from './pager'

/** The documents of the file, filtered by outcome, by page. */
export function OutcomeRows({ area, record }: { area: Area; record: ImportRecord }) {
  const [selected, setSelected] = useState<Outcome | null>()
  // Initially rejected documents are shown, if there are any.
  const outcome = selected === undefined ? (record.counts?.rejected ? 'rejected' : null) : selected
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useImportRows(area, record, outcome, page)
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />
  const total = data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  // After another check there may be fewer pages.
  if (data && page > lastPage) setPage(lastPage)
  return (
    <>
      <Box
        role="group"
        aria-label={t('import.page.preview_title')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}
      >
        {outcomes.map((option) => (
          <PresetChip
            key={option}
            label={t(`import.page.outcomes.${option}`)}
            count={record.counts?.[option] ?? 0}
            active={outcome === option}
            onToggle={() => {
              setSelected(outcome === option ? null : option)
              setPage(1)
            }}
          />
        ))}
      </Box>
      {data && data.rows.length > 0 && (
        <PlainTable sx={tableStyle}>
          <thead>
            <tr>
              <th scope="col">{t('import.page.line')}</th>
              <th scope="col">{areaName(area, true)}</th>
              <th scope="col">{t('import.page.outcome')}</th>
              <th scope="col">{t('import.page.details')}</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.number}>
                <td className="tabular">{linesOf(row)}</td>
                <td>
                  <Named area={area} row={row} />
                </td>
                <td>
                  <ToneChip tone={tones[row.outcome]}>{t(`import.page.outcomes.${row.outcome}`)}</ToneChip>
                </td>
                <td>
                  <Details area={area} record={record} row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {data && data.rows.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('kit.list.none')}</Box>}
      <Pager page={page} size={pageSize} total={total} onTurn={setPage} />
    </>
  )
}

/** The name of a document, with a link if its record is stored. */
function Named({ area, row: { name, record_id } }: { area: Area; row: ImportRow }) {
  const label = name || '–'
  if (record_id === null) return label
  return (
    <Link component={RouterLink} to={recordAddress(area.name, record_id)}>
      {label}
    </Link>
  )
}

/** The errors of a document with line and column, or its changed fields with old and new values. */
function Details({ area, record, row }: { area: Area; record: ImportRecord; row: ImportRow }) {
  if (row.errors.length > 0)
    return (
      <>
        <Box component="ul" sx={listStyle}>
          {row.errors.slice(0, maxShown).map(({ line, field, column, message }) => (
            <li key={`${line} ${field} ${message}`}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {row.line_count > 1 && `${t('import.page.in_line', { line })} `}
                {whereOf(area, record, field, column, message)}
              </Box>
              {message}
            </li>
          ))}
          {row.errors.length > maxShown && (
            <li>{t('import.page.and_more', { count: row.errors.length - maxShown })}</li>
          )}
        </Box>
        {row.changes.length > 0 && <Changes area={area} row={row} />}
      </>
    )
  return (
    <>
      {row.remarks.map((remark) => (
        <Box key={remark} sx={({ palette }) => ({ color: palette.tones.warning.text })}>
          {remark}
        </Box>
      ))}
      <Changes area={area} row={row} />
    </>
  )
}

function Changes({ area, row }: { area: Area; row: ImportRow }) {
  return (
    <Box component="ul" sx={listStyle}>
      {row.changes.slice(0, maxShown).map((change) => (
        <li key={`${change.field} ${change.row}`}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {pathLabel(area, change.field)}
            {change.row && ` (${change.row})`}
            {t('kit.colon')}
          </Box>
          <del>{valueText(area, change.field, change.old)}</del> →{' '}
          <ins>{valueText(area, change.field, change.new)}</ins>
        </li>
      ))}
      {row.changes.length > maxShown && <li>{t('import.page.and_more', { count: row.changes.length - maxShown })}</li>}
    </Box>
  )
}

const maxShown = 8

const tones: Record<Outcome, Tone> = { new: 'success', changed: 'info', unchanged: 'neutral', rejected: 'danger' }

const linesOf = ({ lines, line_count: count }: ImportRow) => {
  const [first = 0, ...otherLines] = lines
  const last = otherLines.at(-1)
  if (last === undefined) return String(first)
  if (count === last - first + 1) return `${first}–${last}`
  return lines.length === count && count <= 3 ? lines.join(', ') : `${first} …`
}

const whereOf = (area: Area, record: ImportRecord, field: string | null, column: number | null, message: string) => {
  const heading = column === null ? undefined : record.columns[column]?.heading
  // Headings of exports may be field names; labels replace them.
  const where = field && (heading === undefined || heading === field) ? pathLabel(area, field) : heading
  return withSubject(where, message, t('kit.colon')).slice(0, -message.length)
}

/** A value as text; references are names in the file. */
const valueText = (area: Area, path: string, value: unknown): string => {
  const target = placeOf(area, path)
  if (value === null || value === undefined || value === '') return t('kit.history.empty')
  if (!target || target.field.kind === 'reference' || target.field.kind === 'rows') return String(value)
  return formatValue(target.area, target.name, { [target.name]: value }) || String(value)
}

const listStyle = { listStyle: 'none', m: 0, p: 0, '& li': { py: 0.25 } } as const

const tableStyle = {
  '& th, & td': { px: 1, py: 1, verticalAlign: 'top' },
  '& td': { overflowWrap: 'anywhere' },
  '& td:nth-of-type(-n+3)': { whiteSpace: { sm: 'nowrap' } },
  '& del': { color: 'text.secondary' },
  '& ins': { textDecoration: 'none', fontWeight: 500 },
  // On phones the cells of a document are stacked.
  '& thead': { display: { xs: 'none', sm: 'table-header-group' } },
  '& tbody, & tr': { display: { xs: 'block', sm: 'revert' } },
  '& tr': { py: { xs: 1, sm: 0 } },
  '& tr > td': { display: { xs: 'inline-block', sm: 'table-cell' }, py: { xs: 0.25, sm: 1 } },
  '& tr > td:last-of-type': { display: { xs: 'block', sm: 'table-cell' } },
} as const
