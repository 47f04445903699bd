import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import type { Colourway } from '../rules'
import type { Size } from './sizes'
import { countSkus, isInUse, type Place, type SkuText, skuAt, withUse } from './sku-edits'
import { ColourHead, colourTitle, type MatrixProps, Scroll, tableStyle } from './sku-table'
import { SkuTexts } from './sku-texts'

/**
 * Colours by sizes: which are made, their GTINs and their codes. One field of the keyboard: arrows go from cell to cell,
 * space switches one, at the head of a row or column all of it.
 */
export function SkuMatrix(props: MatrixProps) {
  const { colourways, sizes } = props
  const [view, setView] = useState<'use' | SkuText>('use')
  const { used, numbered } = countSkus(colourways)
  if (colourways.length === 0) return <Quiet>{t('site.skus.no_colours')}</Quiet>
  if (sizes.length === 0) return <Quiet>{t('site.skus.no_scale')}</Quiet>
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={t('site.skus.view')}
          onChange={(_, next) => next && setView(next)}
        >
          {(['use', 'gtin', 'sku'] as const).map((one) => (
            <ToggleButton key={one} value={one} sx={{ minHeight: { sm: 32 } }}>
              {t(`site.skus.views.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box role="status" className="tabular" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('site.skus.count', { count: used, numbered })}
        </Box>
      </Box>
      {view === 'use' ? <UseGrid {...props} /> : <SkuTexts key={view} {...props} name={view} />}
    </Box>
  )
}

function UseGrid({ colourways, sizes, onChange }: MatrixProps) {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  // The heads are row and column -1.
  const go = (row: number, column: number) => {
    const place = {
      row: Math.min(Math.max(row, -1), colourways.length - 1),
      column: Math.min(Math.max(column, -1), sizes.length - 1),
    }
    if (place.row < 0 && place.column < 0) return
    setAt(place)
    table.current?.querySelector<HTMLElement>(`[data-at="${place.row} ${place.column}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [row, column] = ((event.target as HTMLElement).dataset.at ?? '').split(' ').map(Number)
    const step = steps[event.key]
    if (!step || row === undefined || column === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const [down, right] = step
    go(row + down, Number.isFinite(right) ? column + right : right < 0 ? 0 : sizes.length - 1)
  }
  const turn = (row: number, meant: readonly Size[], active: boolean) => {
    const colourway = colourways[row]
    if (colourway) onChange?.(row, withUse(colourway.skus, meant, active))
  }
  const turnColumn = (size: Size, active: boolean) => {
    for (const row of colourways.keys()) turn(row, [size], active)
  }
  const inRow = (row: number) => sizes.filter((size) => isInUse(colourways[row] as Colourway, size)).length
  const inColumn = (size: Size) => colourways.filter((colourway) => isInUse(colourway, size)).length
  const tab = (row: number, column: number) => (at.row === row && at.column === column ? 0 : -1)

  return (
    <Scroll>
      <Box
        component="table"
        ref={table}
        role="grid"
        aria-label={t('site.skus.views.use')}
        aria-readonly={onChange ? undefined : true}
        onKeyDown={onChange ? onKeyDown : undefined}
        sx={tableStyle}
      >
        <thead>
          <tr>
            <th scope="col">{t('site.skus.colours')}</th>
            {sizes.map((size, column) => {
              const all = inColumn(size) === colourways.length
              return (
                <th key={size.id} scope="col" data-size>
                  {onChange ? (
                    <HeadButton
                      at={`-1 ${column}`}
                      tabIndex={tab(-1, column)}
                      label={t(all ? 'site.skus.column_off' : 'site.skus.column_on', { size: size.label })}
                      onFocus={() => setAt({ row: -1, column })}
                      onClick={() => turnColumn(size, !all)}
                    >
                      {size.label}
                    </HeadButton>
                  ) : (
                    size.label
                  )}
                </th>
              )
            })}
            <th scope="col" data-count>
              {t('site.skus.in_use')}
            </th>
          </tr>
        </thead>
        <tbody>
          {colourways.map((colourway, row) => {
            const title = colourTitle(colourway, row)
            const all = inRow(row) === sizes.length
            return (
              <tr key={colourway.id ?? `new ${row}`}>
                <th scope="row">
                  {onChange ? (
                    <HeadButton
                      at={`${row} -1`}
                      tabIndex={tab(row, -1)}
                      label={t(all ? 'site.skus.row_off' : 'site.skus.row_on', { colour: title })}
                      onFocus={() => setAt({ row, column: -1 })}
                      onClick={() => turn(row, sizes, !all)}
                    >
                      <ColourHead colourway={colourway} title={title} />
                    </HeadButton>
                  ) : (
                    <ColourHead colourway={colourway} title={title} />
                  )}
                </th>
                {sizes.map((size, column) => (
                  <td key={size.id}>
                    <UseCell
                      at={`${row} ${column}`}
                      label={t('site.skus.cell', { colour: title, size: size.label })}
                      hint={skuAt(colourway, size)?.sku}
                      active={isInUse(colourway, size)}
                      tabIndex={tab(row, column)}
                      onFocus={() => setAt({ row, column })}
                      onClick={onChange && (() => turn(row, [size], !isInUse(colourway, size)))}
                    />
                  </td>
                ))}
                <td className="tabular" data-count>
                  {inRow(row)}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('site.skus.in_use')}</th>
            {sizes.map((size) => (
              <td key={size.id} className="tabular">
                {inColumn(size)}
              </td>
            ))}
            <td className="tabular" data-count>
              {countSkus(colourways).used}
            </td>
          </tr>
        </tfoot>
      </Box>
    </Scroll>
  )
}

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

function UseCell({ at, label, hint, active, tabIndex, onFocus, onClick }: UseCellProps) {
  if (!onClick)
    return (
      <Box
        role="img"
        aria-label={t(active ? 'site.skus.is_used' : 'site.skus.is_unused', { cell: label })}
        title={hint ?? label}
        sx={cellBox(active, false)}
      >
        {active && <CheckRounded sx={{ fontSize: 18 }} />}
      </Box>
    )
  return (
    <Box
      component="button"
      type="button"
      role="checkbox"
      aria-checked={active}
      aria-label={label}
      title={hint ?? label}
      data-at={at}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onClick}
      sx={cellBox(active, true)}
    >
      {active && <CheckRounded sx={{ fontSize: 18 }} />}
    </Box>
  )
}

interface UseCellProps {
  at: string
  label: string
  hint?: string | null
  active: boolean
  tabIndex: number
  onFocus: () => void
  onClick?: () => void
}

const cellBox =
  (active: boolean, isButton: boolean) =>
  ({ palette }: Theme) => ({
    display: 'grid',
    placeItems: 'center',
    width: { xs: 44, sm: 40 },
    height: { xs: 44, sm: 32 },
    mx: 'auto',
    p: 0,
    font: 'inherit',
    borderRadius: 1,
    border: `1px solid ${active ? palette.tones.success.line : isButton ? palette.tones.neutral.line : 'transparent'}`,
    bgcolor: active ? palette.tones.success.tint : 'transparent',
    color: palette.tones.success.text,
    cursor: isButton ? 'pointer' : 'default',
    ...(isButton ? { '&:hover': { borderColor: palette.text.secondary }, '&:focus-visible': focusRing(palette) } : {}),
  })

const focusRing = (palette: Theme['palette']) => ({
  outline: `2px solid ${palette.secondary.main}`,
  outlineOffset: 1,
})

function HeadButton({ at, label, tabIndex, onFocus, onClick, children }: HeadProps) {
  return (
    <Box
      component="button"
      type="button"
      data-at={at}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onClick}
      sx={({ palette }: Theme) => ({
        minWidth: { xs: 44, sm: 40 },
        minHeight: { xs: 44, sm: 28 },
        px: 0.5,
        m: 0,
        border: 0,
        borderRadius: 1,
        font: 'inherit',
        color: 'inherit',
        textAlign: 'inherit',
        bgcolor: 'transparent',
        cursor: 'pointer',
        '&:hover': { bgcolor: palette.surfaces.hover },
        '&:focus-visible': focusRing(palette),
      })}
    >
      {children}
    </Box>
  )
}

interface HeadProps {
  at: string
  label: string
  tabIndex: number
  onFocus: () => void
  onClick: () => void
  children: ReactNode
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{children}</Box>
)
