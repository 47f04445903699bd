import AddRounded from '@mui/icons-material/AddRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { fieldLabel, format, loadAllAreas, t } from '#web/i18n.ts'
import { Field, FieldInput, useMayEdit } from '#web/kit/form/field.tsx'
import { fieldGrid, isWide } from '#web/kit/form/field-section.tsx'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../../area'
import { neededInLines } from '../../rules'
import { coloursOf } from '../grid/colourways'
import { screenText } from '../texts'
import { ArticleInput, useArticle } from './article-input'
import { lineValue } from './form-totals'
import { usePriceHint } from './price-hint'
import { SizeInputs } from './size-inputs'

/** Edits one line: main fields, quantities by size, and further fields that unfold. */
export function LineEditor(props: Props) {
  const { prefix, position, sizes, part = 'all', title, onAddColourways } = props
  const lines = areaOf(purchaseOrders, 'lines')
  const { setValue } = useFormContext()
  const { errors } = useFormState()
  const { record } = useFormScope()
  const [unfolded, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const isRest = part === 'rest'
  const open = unfolded || isRest
  const [articleId, scaleId, lineNo, exFactory, colourwayId] = useWatch({
    name: watchedFields.map((name) => prefix + name),
  }) as [number | null, number | null, number | null, string | null, number | null]
  const headerDate = useWatch({ name: 'ex_factory_date' }) as string | null
  const mayChoose = useMayEdit(lines, 'article_id', prefix)
  const { record: article } = useArticle(articleId)
  const priceHint = usePriceHint(article)
  const scale = scaleId ?? article?.size_scale_id ?? null
  const scaleSizes = sizes(scale)
  const mayAddColourways = onAddColourways !== undefined && coloursOf(article).length > 1
  const isDraft = record.status === undefined || record.status === 'draft'
  const hidden = open ? [] : moreFields
  const faulty = hidden.some((name) => get(errors, prefix + name))
  // Unfolds when a hidden field has an error.
  useEffect(() => {
    if (faulty) setOpen(true)
  }, [faulty])
  const number = lineNo ?? position * 10
  return (
    <Box
      role="group"
      aria-label={screenText('form.line', { number })}
      data-line={prefix.slice(0, -1)}
      sx={{ display: 'grid', gridTemplateColumns: { md: '32px 1fr auto' }, columnGap: 1, rowGap: 1.5, py: 2 }}
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary', lineHeight: { md: '76px' } }} className="tabular">
        {number}
        {title && <Box sx={{ display: { md: 'none' }, fontWeight: 500, color: 'text.primary' }}>{title}</Box>}
      </Box>
      <Box sx={{ minWidth: 0, display: 'grid', gap: 1.5 }}>
        <Box sx={mainGrid}>
          {isRest ? null : mayChoose ? (
            <ArticleInput
              prefix={prefix}
              onChoose={(chosen) => {
                // Another size scale: drops the quantities of the former article's sizes.
                if (chosen && chosen.size_scale_id !== scale) setValue(`${prefix}sizes`, [], { shouldDirty: true })
                setValue(`${prefix}size_scale_id`, chosen?.size_scale_id ?? null, { shouldDirty: true })
              }}
            />
          ) : (
            <Field area={lines} name="article_id" prefix={prefix} />
          )}
          <LineField name="colourway_id" prefix={prefix} />
          {fieldRights().mayRead(lines, 'unit_price') && (
            <LineField name="unit_price" prefix={prefix} hint={priceHint.join('\n')} />
          )}
          <LineField
            name="ex_factory_date"
            prefix={prefix}
            hint={!exFactory && headerDate ? screenText('form.as_order', { date: format.date(headerDate) }) : undefined}
          />
          <LineValue prefix={prefix} />
        </Box>
        {!isDraft && (
          <Box sx={mainGrid}>
            {progressFields.map((name) => (
              <LineField key={name} name={name} prefix={prefix} />
            ))}
          </Box>
        )}
        {!isRest && (
          <Quantities
            prefix={prefix}
            sizes={scaleSizes}
            onAddColourways={mayAddColourways ? () => setAdding(true) : undefined}
          />
        )}
      </Box>
      <LineTools {...props} number={number} isOpen={open} onToggle={() => setOpen(!open)} />
      {open && <FurtherFields prefix={prefix} isDraft={isDraft} />}
      {isAdding && onAddColourways && (
        <Suspense>
          <ColourwayDialog
            title={article?.article_no ?? ''}
            colourways={coloursOf(article)}
            ordered={colourwayId === null ? [] : [colourwayId]}
            onAdd={(ids) => {
              setAdding(false)
              onAddColourways(ids)
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </Box>
  )
}

const LinePacking = lazy(async () => {
  const [module] = await Promise.all([import('./packing-notes'), loadAllAreas()])
  return { default: module.LinePacking }
})

const ColourwayDialog = lazy(async () => {
  const [module] = await Promise.all([import('../grid/colourway-dialog'), loadAllAreas()])
  return { default: module.ColourwayDialog }
})

const watchedFields = ['article_id', 'size_scale_id', 'line_no', 'ex_factory_date', 'colourway_id'] as const

interface Props {
  /** Path prefix of the line in the form: `lines.0.`. */
  prefix: string
  /** Starts at 1. */
  position: number
  /** The sizes of a scale, in order; empty while unknown. */
  sizes: (scale: number | null) => readonly Size[]
  /** `rest` omits article and sizes, which the grid above shows. */
  part?: 'all' | 'rest'
  /** Title of the line on phones, where the grid may be scrolled out of view. */
  title?: string
  mayRemove: boolean
  /** Adds lines for further colourways; absent when that is not possible. */
  onAddColourways?: (colourways: readonly number[]) => void
  onDuplicate: () => void
  onRemove: () => void
  onClose?: () => void
}

/** Quantities by size and packing; a single quantity for scales without sizes. */
function Quantities({ prefix, sizes, onAddColourways }: QuantitiesProps) {
  const [carton, ratioId] = useWatch({ name: [`${prefix}units_per_carton`, `${prefix}ratio_id`] }) as (number | null)[]
  if (sizes.length === 0)
    return (
      <Box sx={{ maxWidth: 160 }}>
        <LineField name="qty" prefix={prefix} />
      </Box>
    )
  return (
    <>
      <SizeInputs prefix={prefix} sizes={sizes} />
      {(carton || ratioId) && (
        <Suspense>
          <LinePacking prefix={prefix} sizes={sizes} />
        </Suspense>
      )}
      {onAddColourways && (
        <Button
          size="small"
          startIcon={<AddRounded />}
          onClick={onAddColourways}
          sx={{ justifySelf: 'start', minHeight: { xs: 44, sm: 30 } }}
        >
          {screenText('form.add_colourways')}
        </Button>
      )}
    </>
  )
}

interface QuantitiesProps {
  prefix: string
  sizes: readonly Size[]
  /** Opens the choice of further colourways; absent when there are none. */
  onAddColourways: (() => void) | undefined
}

/** Buttons to duplicate, remove, and unfold or close the line. */
function LineTools({ part, mayRemove, onDuplicate, onRemove, onClose, number, isOpen, onToggle }: LineToolsProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'flex-end', pt: { md: 2.5 } }}>
      {mayRemove && (
        <>
          <Tool label={screenText('form.duplicate', { number })} onClick={onDuplicate}>
            <ContentCopyRounded fontSize="small" />
          </Tool>
          <Tool label={screenText('form.remove', { number })} onClick={onRemove}>
            <DeleteOutlineRounded fontSize="small" />
          </Tool>
        </>
      )}
      {part === 'rest' ? (
        <Tool label={t('grid.close')} onClick={() => onClose?.()}>
          <CloseRounded fontSize="small" />
        </Tool>
      ) : (
        <Tool label={screenText('form.more', { number })} expanded={isOpen} onClick={onToggle}>
          {isOpen ? <ExpandLessRounded fontSize="small" /> : <ExpandMoreRounded fontSize="small" />}
        </Tool>
      )}
    </Box>
  )
}

type LineToolsProps = Pick<Props, 'part' | 'mayRemove' | 'onDuplicate' | 'onRemove' | 'onClose'> & {
  number: number
  isOpen: boolean
  onToggle: () => void
}

/** The fields that unfold below a line. */
function FurtherFields({ prefix, isDraft }: { prefix: string; isDraft: boolean }) {
  const lines = areaOf(purchaseOrders, 'lines')
  return (
    <Box sx={{ ...fieldGrid, gridColumn: { md: 2 } }}>
      {moreFields
        .filter((name) => isDraft || name !== 'supplier_style_ref')
        .map((name) => (
          <Box key={name} sx={isWide(lines, name) ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
            <Field area={lines} name={name} prefix={prefix} optional={isNeeded(name) ? false : undefined} />
          </Box>
        ))}
    </Box>
  )
}

const mainGrid = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'minmax(168px, 3fr) minmax(128px, 2fr) 168px 160px 112px',
  },
} as const

/** Fields of a line that are edited after the issue. */
const progressFields = ['forecast_ex_factory_date', 'packed_qty', 'supplier_style_ref'] as const

const isNeeded = (name: string) => neededInLines.some((needed) => needed === name)

/** Further fields of a line, in the order of use. */
const moreFields = [
  'supplier_style_ref',
  'target_price',
  'description_en',
  'description_zh',
  'product_category_id',
  'house_brand_id',
  'season_id',
  'size_scale_id',
  'ship_window_start',
  'ship_window_end',
  'etd',
  'eta',
  'uom',
  'pack_type',
  'ratio_id',
  'ratio_packs',
  'units_per_carton',
  'inner_pack_qty',
  'packing_method',
  'hs_code',
  'country_of_origin',
] as const

/** One of a line's main fields; shows only hints that are specific to this line. */
function LineField({ name, prefix, hint }: { name: string; prefix: string; hint?: string }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const mayEdit = useMayEdit(lines, name, prefix)
  const field = lines.fields[name]
  if (!field || !mayEdit) return <Field area={lines} name={name} prefix={prefix} />
  return (
    <FieldInput
      area={lines}
      name={name}
      field={field}
      path={prefix + name}
      label={fieldLabel(lines, name)}
      hint={hint}
      optional={false}
    />
  )
}

function LineValue({ prefix }: { prefix: string }) {
  const lines = areaOf(purchaseOrders, 'lines')
  const [qty, price, currency] = useWatch({ name: [`${prefix}qty`, `${prefix}unit_price`, 'currency'] }) as unknown[]
  const value = lineValue({ qty, unit_price: price }, currency)
  if (value === null) return <span />
  return (
    <Box sx={{ textAlign: { lg: 'right' } }}>
      <Box sx={{ fontSize: 12, fontWeight: 500, lineHeight: '16px', mb: 0.5, color: 'text.secondary' }}>
        {fieldLabel(lines, 'line_value')}
      </Box>
      <Box className="tabular" sx={{ lineHeight: '36px', fontWeight: 500, whiteSpace: 'nowrap' }}>
        {format.money(value, String(currency ?? ''))}
      </Box>
    </Box>
  )
}

function Tool({ label, expanded, onClick, children }: ToolProps) {
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        aria-expanded={expanded}
        onClick={onClick}
        sx={{ width: { xs: 44, md: 32 }, height: { xs: 44, md: 32 } }}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}
interface ToolProps {
  label: string
  expanded?: boolean
  onClick: () => void
  children: ReactNode
}
