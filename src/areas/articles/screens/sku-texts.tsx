import Box from '@mui/material/Box'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { gtinFault } from '#shared/standards/gtin.ts'
import { isComposing } from '#web/hooks/composing.ts'
import { renderText, t } from '#web/i18n.ts'
import type { Colourway, SkuRow } from '../rules'
import { placeRange, readRange, type SkuText, skuAt, withText } from './sku-edits'
import { ColourHead, colourTitle, faultKey, type MatrixProps, Scroll, tableStyle } from './sku-table'

/**
 * The GTINs or codes of the matrix, for typing and pasting. Errors are listed below the table, with colourway and size.
 */
export function SkuTexts({ colourways, sizes, faults, onChange, name }: MatrixProps & { name: SkuText }) {
  const [typing, setTyping] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const edit = (row: number, column: number, text: string) => {
    const [colourway, size] = [colourways[row], sizes[column]]
    if (colourway && size) onChange?.(row, withText(colourway.skus, size, name, text))
  }
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const range = readRange(event.clipboardData.getData('text'))
    if (!range) return
    event.preventDefault()
    const changed = new Map<number, SkuRow[]>()
    for (const cell of placeRange(range, { row, column }, colourways, sizes)) {
      const size = sizes[cell.column]
      const skus = changed.get(cell.row) ?? colourways[cell.row]?.skus
      if (size && skus) changed.set(cell.row, withText(skus, size, name, cell.text))
    }
    for (const [at, skus] of changed) onChange?.(at, skus)
    setTyping('')
  }
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    const down = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key]
    if (!down || isComposing(event)) return
    event.preventDefault()
    table.current?.querySelector<HTMLInputElement>(`[data-at="${row + down} ${column}"]`)?.focus()
  }
  const repeated = repeatedTexts(colourways, name)
  const faultOf = (row: number, column: number): string | undefined => {
    const size = sizes[column]
    const value = size && skuAt(colourways[row] as Colourway, size)?.[name]
    if (!size || !value || typing === `${row} ${column}`) return undefined
    const fault = name === 'gtin' ? gtinFault(value) : null
    if (fault) return renderText(fault)
    if (repeated.has(value)) return t(`site.skus.problems.${name}_repeated`)
    return faults?.get(faultKey(row, size.id, name))
  }
  const wrong = colourways.flatMap((colourway, row) =>
    sizes.flatMap((size, column) => {
      const fault = faultOf(row, column)
      const cellName = t('site.skus.cell', { colour: colourTitle(colourway, row), size: size.label })
      return fault ? [t('kit.form.error_line', { place: cellName, message: fault })] : []
    }),
  )

  return (
    <>
      <Scroll>
        <Box component="table" ref={table} aria-label={t(`site.skus.views.${name}`)} sx={tableStyle}>
          <thead>
            <tr>
              <th scope="col">{t('site.skus.colours')}</th>
              {sizes.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {colourways.map((colourway, row) => (
              <tr key={colourway.id ?? `new ${row}`}>
                <th scope="row">
                  <ColourHead colourway={colourway} title={colourTitle(colourway, row)} />
                </th>
                {sizes.map((size, column) => (
                  <TextCell
                    key={size.id}
                    name={name}
                    sku={skuAt(colourway, size)}
                    at={`${row} ${column}`}
                    label={t('site.skus.cell', { colour: colourTitle(colourway, row), size: size.label })}
                    fault={faultOf(row, column)}
                    events={
                      onChange && {
                        onChange: ({ target }) => edit(row, column, target.value),
                        onFocus: () => setTyping(`${row} ${column}`),
                        onBlur: () => setTyping(''),
                        onPaste: (event) => paste(event, row, column),
                        onKeyDown: (event) => onKeyDown(event, row, column),
                      }
                    }
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Scroll>
      {onChange && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t(`site.skus.help.${name}`)}</Box>}
      <Faults faults={wrong} />
    </>
  )
}

/** A GTIN or code: an input if the size is active or has a value, otherwise text. */
function TextCell({ name, sku, at, label, fault, events }: TextCellProps) {
  if (!events || (!sku?.active && !sku?.[name]))
    return (
      <Box component="td" className="tabular" sx={{ color: 'text.secondary', minWidth: 72 }}>
        {sku?.[name] ?? (sku?.active ? '–' : '')}
      </Box>
    )
  return (
    <td>
      <OutlinedInput
        size="small"
        value={sku[name] ?? ''}
        error={fault !== undefined}
        placeholder={name === 'sku' ? t('site.skus.by_itself') : undefined}
        {...events}
        title={fault}
        inputProps={{
          'data-at': at,
          'aria-label': label,
          'aria-invalid': fault !== undefined || undefined,
          autoComplete: 'off',
          spellCheck: false,
          maxLength: name === 'gtin' ? 24 : 60,
          inputMode: name === 'gtin' ? 'numeric' : 'text',
          style: inputStyle,
        }}
        sx={{ width: name === 'gtin' ? 136 : 176 }}
      />
    </td>
  )
}

interface TextCellProps {
  name: SkuText
  sku: SkuRow | undefined
  at: string
  label: string
  fault: string | undefined
  /** Absent when read-only. */
  events: Pick<OutlinedInputProps, 'onChange' | 'onFocus' | 'onBlur' | 'onPaste' | 'onKeyDown'> | undefined
}

const Faults = ({ faults }: { faults: readonly string[] }) =>
  faults.length > 0 && (
    <Box role="alert" sx={{ fontSize: 12, color: 'error.main', display: 'grid', gap: 0.25 }}>
      {faults.slice(0, shownFaults).map((fault) => (
        <span key={fault}>{fault}</span>
      ))}
      {faults.length > shownFaults && <span>{t('site.skus.more_faults', { count: faults.length - shownFaults })}</span>}
    </Box>
  )

const shownFaults = 6
const inputStyle = { fontVariantNumeric: 'tabular-nums', paddingInline: 8, fontSize: 13 } as const

const repeatedTexts = (colourways: readonly Colourway[], name: SkuText): ReadonlySet<string> => {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const { skus } of colourways)
    for (const { [name]: text } of skus) {
      if (text && seen.has(text)) again.add(text)
      if (text) seen.add(text)
    }
  return again
}
