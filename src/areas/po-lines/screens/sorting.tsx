import Box from '@mui/material/Box'
import { useMemo } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, useLanguage } from '#web/i18n.ts'
import { ListView } from '#web/kit/list/area-list.tsx'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { useAreaList } from '#web/kit/list/use-area-list.ts'
import { useInitialFilters } from '#web/kit/list/use-initial-filters.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { Named } from '#web/kit/record/cover.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { can, fieldRights } from '#web/providers/permission.ts'
import { poLines } from '../area'
import { articleName, lineCells, worklistColumns } from './list-columns'
import { useOrders } from './orders'
import { type FromArticle, TakeFromArticle } from './take-from-article'
import { sortingPresets, toSort, type Warning } from './worklist-presets'

/** Lines to classify by season, brand or category, with their warnings and inputs to correct them. */
export function Sorting({ area, field, warning }: Props) {
  const maySort = fieldRights().mayRead(poLines, warning)
  return useInitialFilters(area, maySort ? [toSort(warning)] : []) ? (
    <Lines area={area} field={field} warning={warning} />
  ) : null
}

interface Props {
  area: Area
  field: FromArticle
  warning: Warning
}

function Lines({ area, field, warning }: Props) {
  const { language } = useLanguage()
  const columns = useMemo(() => worklistColumns(area), [area])
  const list = useAreaList(area, columns)
  const orders = useOrders(list.records)
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  const { cells, presets } = useMemo(
    () => ({
      cells: {
        ...lineCells(orders),
        [warning]: warningCell(warning),
        ...(areaOf(poLines, field).logos ? { [field]: logoCell(field) } : {}),
      },
      presets: sortingPresets(warning),
    }),
    [orders, field, warning, language],
  )
  return (
    <ListView
      list={list}
      presets={presets}
      rowMark={(line) => markOf(line, warning)}
      cellOverrides={cells}
      card={(line) => <SortingCard line={line} field={field} warning={warning} />}
      chosen={(chosen) =>
        !chosen.selection.all &&
        can(area.name, 'edit') &&
        fieldRights().mayWrite(area, field) && <TakeFromArticle list={chosen} field={field} />
      }
    />
  )
}

const warningCell = (warning: Warning): Partial<AreaColumn> => ({
  width: 272,
  display: 'flex',
  renderCell: ({ row }) => <WarningChip line={row} warning={warning} />,
})

/** The assigned record with its logo. */
const logoCell = (field: FromArticle): Partial<AreaColumn> => ({
  display: 'flex',
  renderCell: ({ row }) => <LogoOf line={row} field={field} />,
})

function LogoOf({ line, field }: { line: AnyRecord; field: FromArticle }) {
  const id = line[field as keyof AnyRecord]
  return typeof id === 'number' ? (
    <Named area={areaOf(poLines, field)} id={id} name={formatValue(poLines, field, line)} />
  ) : null
}

function WarningChip({ line, warning }: { line: AnyRecord; warning: Warning }) {
  const reason = line[warning]
  return typeof reason === 'string' ? (
    <ToneChip tone={markOf(line, warning) ?? 'warning'}>{choiceLabel(poLines, warning, reason)}</ToneChip>
  ) : null
}

function SortingCard({ line, field, warning }: { line: AnyRecord; field: FromArticle; warning: Warning }) {
  return (
    <>
      <Box sx={{ fontSize: 13, mb: 1 }}>
        {mentionTitle(mentionOf(line, 'article_id'))} {articleName(line)}
      </Box>
      <Box sx={{ mb: 1, '&:empty': { display: 'none' } }}>
        <WarningChip line={line} warning={warning} />
      </Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0 }}>
        {[field, 'ex_factory_date', 'colourway_id', 'qty'].map((name) => (
          <Fact key={name} label={fieldLabel(poLines, name)}>
            {name === field && line[field as keyof AnyRecord] && areaOf(poLines, field).logos ? (
              <LogoOf line={line} field={field} />
            ) : (
              formatValue(poLines, name, line) || '–'
            )}
          </Fact>
        ))}
      </Box>
    </>
  )
}

const markOf = (line: AnyRecord, warning: Warning): Tone | null =>
  line[warning] === 'licence_expired' ? 'danger' : line[warning] ? 'warning' : null
