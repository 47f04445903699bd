import AddRounded from '@mui/icons-material/AddRounded'
import CallSplitRounded from '@mui/icons-material/CallSplitRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useMemo, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { fieldLabel, language, t } from '#web/i18n.ts'
import { useMayEdit } from '#web/kit/form/field.tsx'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { GridTools, RemarkLine, toolSize } from '#web/kit/grid/grid-tools.tsx'
import { createGridStore, type GridStore } from '#web/kit/grid/store.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../../area'
import { Picture, useArticle } from '../form/article-input'
import { LineEditor } from '../form/line-editor'
import type { LineOutline } from '../form/line-groups'
import { PackingNotes } from '../form/packing-notes'
import { usePriceHint } from '../form/price-hint'
import { useRatios } from '../form/ratios'
import { screenText } from '../texts'
import { ColourwayDialog } from './colourway-dialog'
import { type Colourway, coloursOf, nameOfColourway } from './colourways'
import type { Column, GridLine } from './columns'
import { ShareDialog } from './share-dialog'
import { SizeGrid } from './size-grid'
import { useSheet } from './use-sheet'

/** All lines of one article in one grid, with actions on several lines; further fields of a line unfold below. */
export function StyleBlock({ members, sizes, opened, onOpen, onAdd, onDuplicate, onRemove }: StyleBlockProps) {
  const lines = areaOf(purchaseOrders, 'lines')
  const [store] = useState(createGridStore)
  const [dialog, setDialog] = useState<'colourways' | 'share' | null>(null)
  const [first] = members
  const { record: article } = useArticle(first?.article_id ?? null)
  const colourways = coloursOf(article)
  const priceHint = usePriceHint(article)
  const rows = useGridLines(members, colourways)
  const mayPrice = useMayEdit(lines, 'unit_price', `lines.${first?.index}.`)
  const columns = useColumns(sizes)
  const ratios = useRatios(
    first?.size_scale_id ?? null,
    dialog === 'share' || members.some(({ ratio_id }) => ratio_id !== null),
  )
  const sheet = useSheet({ lines: rows, columns, sizes, ratios, store, mayPrice })
  const faults = useFaults(rows, sizes, store)
  const title = article?.article_no ?? ''
  const name = article && ((language() === 'zh' && article.name_zh) || article.name_en)
  const openAt = members.findIndex(({ index }) => index === opened)
  return (
    <Box role="group" aria-label={title} sx={{ py: 2, display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        {first?.article_id && <Picture id={first.article_id} size={36} />}
        <Box sx={{ flex: 1, minWidth: 160 }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {title}
          </Box>{' '}
          <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {[name, t('grid.colourways', { count: members.length })].filter(Boolean).join(' · ')}
          </Box>
          {priceHint.length > 0 && (
            <Box className="tabular" sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
              {priceHint.join(' · ')}
            </Box>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          <GridTools sheet={sheet} corner={fieldLabel(lines, 'colourway_id')} />
          <Button size="small" startIcon={<CallSplitRounded />} onClick={() => setDialog('share')} sx={toolSize}>
            {t('grid.share_out')}
          </Button>
          {colourways.length > 0 && (
            <Button size="small" startIcon={<AddRounded />} onClick={() => setDialog('colourways')} sx={toolSize}>
              {t('grid.add_colourways')}
            </Button>
          )}
        </Box>
      </Box>
      <SizeGrid
        sheet={sheet}
        store={store}
        label={t('grid.label', { article: title })}
        opened={opened}
        onMore={(row) => onOpen(rows[row]?.index === opened ? null : (rows[row]?.index ?? null))}
      />
      <RemarkLine store={store} />
      {faults.length > 0 && (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
          {faults.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </Box>
      )}
      <PackingNotes members={rows} sizes={sizes} ratios={ratios} isNamed />
      {openAt >= 0 && opened !== null && (
        <Box sx={{ bgcolor: 'action.hover', borderRadius: 1, px: { xs: 1, md: 2 } }}>
          <LineEditor
            key={rows[openAt]?.key}
            prefix={`lines.${opened}.`}
            position={opened + 1}
            sizes={noSizes}
            part="rest"
            title={rows[openAt]?.name}
            mayRemove
            onDuplicate={() => onDuplicate(opened)}
            onRemove={() => onRemove(opened)}
            onClose={() => onOpen(null)}
          />
        </Box>
      )}
      {dialog === 'colourways' && (
        <ColourwayDialog
          title={title}
          colourways={colourways}
          ordered={members.flatMap(({ colourway_id }) => colourway_id ?? [])}
          onAdd={(ids) => {
            setDialog(null)
            onAdd(ids)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'share' && (
        <ShareDialog sheet={sheet} store={store} sizes={sizes} ratios={ratios} onClose={() => setDialog(null)} />
      )}
    </Box>
  )
}

export interface StyleBlockProps {
  /** The lines of the article, in order. */
  members: readonly LineOutline[]
  /** The sizes of their scale. */
  sizes: readonly Size[]
  /** The index of the line that is unfolded. */
  opened: number | null
  onOpen: (index: number | null) => void
  /** Adds lines of these colourways. */
  onAdd: (colourways: readonly number[]) => void
  onDuplicate: (index: number) => void
  onRemove: (index: number) => void
}

const noSizes = () => []

const useGridLines = (members: readonly LineOutline[], colourways: readonly Colourway[]): readonly GridLine[] => {
  const { record } = useFormScope()
  return useMemo(() => {
    const storedLines = Array.isArray(record.lines) ? (record.lines as Record<string, unknown>[]) : []
    return members.map(({ key, index, id, line_no, colourway_id }): GridLine => {
      const colourway = colourways.find((colourway) => colourway.id === colourway_id)
      const mention = mentionOf(storedLines.find((line) => id && line.id === id) ?? {}, 'colourway_id')
      const mentionedName = mention?.id === colourway_id ? mentionTitle(mention) : ''
      return {
        key,
        index,
        prefix: `lines.${index}.`,
        name: (colourway ? nameOfColourway(colourway) : mentionedName) || t('grid.no_colourway'),
        names: colourway ? [colourway.name_en, colourway.name_zh ?? '', colourway.code] : [mentionedName],
        number: line_no ?? (index + 1) * 10,
      }
    })
  }, [members, colourways, record])
}

const useColumns = (sizes: readonly Size[]): readonly Column[] => {
  const lines = areaOf(purchaseOrders, 'lines')
  return useMemo(
    () => [
      ...sizes.map((size): Column => ({ kind: 'size', key: `size ${size.id}`, label: size.label, size })),
      { kind: 'total', key: 'total', label: screenText('lines.total') },
      ...(fieldRights().mayRead(lines, 'unit_price')
        ? [{ kind: 'price', key: 'price', label: fieldLabel(lines, 'unit_price') } as const]
        : []),
      { kind: 'more', key: 'more', label: '' },
    ],
    [lines, sizes],
  )
}

/** Marks errors of the form and the server at the grid's cells; activates the first faulty cell. */
const useFaults = (rows: readonly GridLine[], sizes: readonly Size[], store: GridStore): string[] => {
  const { shown } = useFormScope()
  const { getValues } = useFormContext()
  const { errors } = useFormState({ name: 'lines' })
  useEffect(() => {
    const paths = rows.flatMap(({ prefix }) => [
      `${prefix}qty`,
      `${prefix}sizes`,
      `${prefix}unit_price`,
      ...sizes.flatMap((_, index) => sizeFields.map((name) => `${prefix}sizes.${index}.${name}`)),
    ])
    for (const path of paths) shown.add(path)
    return () => {
      for (const path of paths) shown.delete(path)
    }
  }, [rows, sizes, shown])

  const lineErrors = (errors.lines ?? []) as unknown as (LineErrors | undefined)[]
  const faults = rows.flatMap((line, row) => faultsOf(line, row, lineErrors[line.index], sizes, getValues))
  const [firstFault] = faults
  const position = firstFault ? `${firstFault.row}:${firstFault.col}` : ''
  useEffect(() => {
    const [row, col] = position.split(':').map(Number)
    if (position && row !== undefined && col !== undefined) store.go({ row, col })
  }, [position, store])
  return faults.map(({ text }) => text)
}

const sizeFields = ['qty', 'size_id', 'gtin', 'sku'] as const
type Message = { message?: string; root?: { message?: string } } | undefined
type LineErrors = { qty?: Message; unit_price?: Message; sizes?: Message | Record<string, Message>[] }

const faultsOf = (
  line: GridLine,
  row: number,
  errors: LineErrors | undefined,
  sizes: readonly Size[],
  getValues: (path: string) => unknown,
): { row: number; col: number; text: string }[] => {
  if (!errors) return []
  const faultAt = (cellName: string, message: string | undefined, col: number) =>
    message ? [{ row, col, text: t('kit.form.error_line', { place: cellName, message }) }] : []
  const sizeRows = (getValues(`${line.prefix}sizes`) ?? []) as { size_id: number }[]
  const ofSizes = Array.isArray(errors.sizes)
    ? errors.sizes.flatMap((fault, index) => {
        const col = sizes.findIndex(({ id }) => id === sizeRows[index]?.size_id)
        const message = sizeFields.map((name) => fault?.[name]?.message).find(Boolean)
        return faultAt([line.name, sizes[col]?.label].filter(Boolean).join(t('kit.comma')), message, Math.max(col, 0))
      })
    : []
  const sizesError = errors.sizes as Message
  return [
    ...faultAt(line.name, errors.qty?.message ?? sizesError?.message ?? sizesError?.root?.message, 0),
    ...ofSizes,
    ...faultAt(line.name, errors.unit_price?.message, sizes.length + 1),
  ]
}
