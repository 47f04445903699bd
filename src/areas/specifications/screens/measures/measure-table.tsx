import AddRounded from '@mui/icons-material/AddRounded'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import StraightenRounded from '@mui/icons-material/StraightenRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ClipboardEvent, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { AnyRecord } from '#shared/kit/area.ts'
import { isLengthUnit, type LengthUnit } from '#shared/trade/lengths.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { useFieldError } from '#web/kit/form/field.tsx'
import { useShownPath } from '#web/kit/form/form-scope.ts'
import { type Size, useSizes } from '#web/kit/form/use-sizes.ts'
import { ChooseDialog } from '#web/kit/grid/choose-dialog.tsx'
import { DataGrid } from '#web/kit/grid/data-grid.tsx'
import { GridTools, RemarkLine, toolSize } from '#web/kit/grid/grid-tools.tsx'
import { createGridStore, type GridStore } from '#web/kit/grid/store.ts'
import { parseTable } from '#web/kit/grid/table-text.ts'
import { UnitChoice } from '#web/kit/grid/unit-choice.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { specifications } from '../../area'
import { screenText } from '../texts'
import { MeasureGridRow } from './measure-grid-row'
import { measuresIn } from './measures'
import { type Pom, pomName, usePomLibrary } from './pom-library'
import { type MeasureSheet, useMeasureSheet } from './use-measure-sheet'

/** The measurement table of a form: points of measure by sizes, edited and pasted into like a spreadsheet. */
export function MeasureTable({ record }: { record: AnyRecord | undefined }) {
  const [scale, base, unit, measures] = useWatch({
    name: ['size_scale_id', 'base_size_id', 'unit', 'measures'],
  }) as unknown[]
  const { setValue } = useFormContext()
  const [store] = useState(createGridStore)
  const [isAdding, setAdding] = useState(false)
  const poms = usePomLibrary(record?.measures)
  const sizes = useScaleSizes(scale)
  const shownUnit = isLengthUnit(unit) ? unit : 'cm'
  const sheet = useMeasureSheet({ sizes, base: typeof base === 'number' ? base : null, unit: shownUnit, poms, store })
  const error = useFieldError('measures')
  useShownPath('measures')
  const corner = fieldLabel(areaOf(specifications, 'measures'), 'pom_id')
  const isReady = scale !== null && scale !== undefined && typeof base === 'number'
  return (
    <Section title={fieldLabel(specifications, 'measures')} help={screenText('table.help')}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        {isReady ? (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
              <Button size="small" startIcon={<AddRounded />} onClick={() => setAdding(true)} sx={toolSize}>
                {screenText('table.add')}
              </Button>
              {sheet.rows.length > 0 && <SizesMenu sheet={sheet} all={sizes} base={base} />}
              <Box sx={{ flex: 1 }} />
              <UnitChoice
                area={specifications}
                name="unit"
                unit={shownUnit}
                onChange={(next) => setValue('unit', next, { shouldDirty: true })}
              />
              {(sheet.rows.length > 0 || sheet.canUndo) && <GridTools sheet={sheet} corner={corner} />}
            </Box>
            {sheet.rows.length === 0 ? (
              <EmptyTable sheet={sheet} />
            ) : (
              <Grid sheet={sheet} store={store} base={base} unit={shownUnit} corner={corner} />
            )}
            <RemarkLine store={store} />
          </>
        ) : (
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('table.choose_scale')}</Box>
        )}
        {error && (
          <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
            {error}
          </Box>
        )}
      </Box>
      {isAdding && (
        <PomDialog
          poms={poms}
          present={measuresIn(measures).map(({ pom_id }) => pom_id)}
          onAdd={(ids) => {
            sheet.add(ids)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}

/** The target for pasting a whole table while there is no row to paste onto. */
function EmptyTable({ sheet }: { sheet: MeasureSheet }) {
  const onPaste = (event: ClipboardEvent) => {
    if ((event.target as HTMLElement).tagName === 'INPUT') return
    event.preventDefault()
    sheet.paste(parseTable(event.clipboardData.getData('text/plain')), { top: 0, left: 0, bottom: 0, right: 0 })
  }
  return (
    <Box tabIndex={0} onPaste={onPaste} role="group" aria-label={screenText('table.empty')} sx={emptyStyle}>
      <StraightenRounded aria-hidden sx={{ fontSize: 20 }} />
      {screenText('table.empty')}
    </Box>
  )
}

/** The grid; the heading of the base size is marked. */
const Grid = ({ sheet, store, base, unit, corner }: GridProps) => (
  <DataGrid
    sheet={sheet}
    store={store}
    label={fieldLabel(specifications, 'measures')}
    corner={corner}
    headOf={(column) =>
      column.size && column.size.id === base ? (
        <>
          {column.label} <abbr title={fieldLabel(specifications, 'base_size_id')}>*</abbr>
        </>
      ) : (
        column.label
      )
    }
    row={(row, at, actions) => (
      <MeasureGridRow
        key={row.key}
        row={row}
        at={at}
        sheet={sheet}
        unit={unit}
        store={store}
        actions={actions}
        menu={(isActive) => <RowMenu sheet={sheet} at={at} name={row.name} store={store} isActive={isActive} />}
      />
    )}
  />
)

interface GridProps {
  sheet: MeasureSheet
  store: GridStore
  base: unknown
  unit: LengthUnit
  corner: string
}

/** Selects points of the library to add; those that the table already has are shown as such. */
const PomDialog = ({ poms, present, onAdd, onClose }: PomDialogProps) => (
  <ChooseDialog
    title={screenText('table.add')}
    options={poms
      .filter(({ id, status }) => status === 'active' || present.includes(id))
      .map((pom) => ({
        id: pom.id,
        name: pomName(pom),
        note: pom.code,
        words: [pom.code, pom.name_en, pom.name_zh, pom.aliases ?? ''],
        isTaken: present.includes(pom.id),
      }))}
    find={screenText('table.find')}
    add={(count) => (count === 0 ? screenText('table.add') : screenText('table.add_count', { count }))}
    taken={screenText('table.taken_already')}
    onAdd={onAdd}
    onClose={onClose}
  />
)

interface PomDialogProps {
  poms: readonly Pom[]
  present: readonly number[]
  onAdd: (ids: readonly number[]) => void
  onClose: () => void
}

/** The sizes of the chosen scale. Changing the scale clears values and the base size of the former scale. */
const useScaleSizes = (scale: unknown): readonly Size[] => {
  const sizes = useSizes([typeof scale === 'number' ? scale : null])
  const { getValues, setValue } = useFormContext()
  useEffect(() => {
    if (sizes.length === 0) return
    const ids = new Set(sizes.map(({ id }) => id))
    const table = measuresIn(getValues('measures'))
    if (table.some(({ values }) => values.some(({ size_id }) => !ids.has(size_id))))
      setValue(
        'measures',
        table.map((measure) => ({ ...measure, values: measure.values.filter(({ size_id }) => ids.has(size_id)) })),
        { shouldDirty: true },
      )
    const base = getValues('base_size_id')
    if (typeof base === 'number' && !ids.has(base)) setValue('base_size_id', null, { shouldDirty: true })
  }, [sizes, getValues, setValue])
  return sizes
}

/** Chooses the sizes of the table. */
function SizesMenu({ sheet, all, base }: { sheet: MeasureSheet; all: readonly Size[]; base: unknown }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={toolSize}
      >
        {screenText('table.sizes', { count: sheet.sizes.length })}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {all.map(({ id, label }) => {
          const isIn = sheet.sizes.some((size) => size.id === id)
          return (
            <MenuItem
              key={id}
              role="menuitemcheckbox"
              aria-checked={isIn}
              dense
              disabled={id === base || (isIn && sheet.sizes.length <= 2)}
              onClick={() => sheet.toggleSize(id)}
            >
              <Checkbox size="small" edge="start" checked={isIn} tabIndex={-1} disableRipple sx={{ py: 0.5 }} />
              <ListItemText primary={label} />
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}

/** Moves or removes a row. */
function RowMenu({
  sheet,
  at,
  name,
  store,
  isActive,
}: {
  sheet: MeasureSheet
  at: number
  name: string
  store: GridStore
  isActive: boolean
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = screenText('table.more_of', { point: name })
  const run = (action: () => void) => {
    setAnchor(null)
    action()
  }
  const last = sheet.rows.length - 1
  return (
    <>
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        title={label}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHorizRounded fontSize="small" aria-hidden />
      </button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        <MenuItem disabled={at === 0} onClick={() => run(() => sheet.move(at, at - 1))}>
          {t('kit.rows.up', { position: at + 1 })}
        </MenuItem>
        <MenuItem disabled={at === last} onClick={() => run(() => sheet.move(at, at + 1))}>
          {t('kit.rows.down', { position: at + 1 })}
        </MenuItem>
        <MenuItem
          onClick={() =>
            run(() => {
              store.say(null)
              sheet.remove(at)
            })
          }
        >
          {t('kit.rows.remove', { position: at + 1 })}
        </MenuItem>
      </Menu>
    </>
  )
}

const emptyStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  p: 3,
  border: 1,
  borderStyle: 'dashed',
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: 13,
  color: 'text.secondary',
} as const
