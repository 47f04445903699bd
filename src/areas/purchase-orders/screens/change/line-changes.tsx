import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { Theme } from '@mui/material/styles'
import { type ClipboardEvent, useId } from 'react'
import { plainNumber, plainWhole } from '#shared/delimited/typed-number.ts'
import type { ChangeField } from '#shared/trade/change-terms.ts'
import { currentValue } from '#shared/trade/order-changes.ts'
import { date } from '#web/fields/date.tsx'
import { mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { parseTable } from '#web/kit/grid/table-text.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { purchaseOrders } from '../../area'
import type { OpenLine } from '../open-order'
import { screenText } from '../texts'
import { keyOf } from './draft'
import { lineName, valueText } from './items'

interface LineProps {
  line: OpenLine
  typed: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, string>
  /** The number of changed values. */
  count: number
  /** The label of an unchanged line, when leaving it unchanged is an answer. */
  unchanged?: string
  isOpen: boolean
  onToggle: () => void
  onChange: (changes: ReadonlyMap<string, string>) => void
  onReset: () => void
}

/** A line of an order in one row, which opens to change its values. */
export function LineChanges({ line, count, unchanged, isOpen, onToggle, onReset, ...values }: LineProps) {
  const id = useId()
  const facts = [
    screenText('lines.units', { count: line.qty, units: format.number(line.qty) }),
    line.ex_factory_date && screenText('leaves', { date: format.date(line.ex_factory_date) }),
  ]
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <ButtonBase aria-expanded={isOpen} aria-controls={id} onClick={onToggle} sx={rowStyle}>
        <ExpandMoreRounded aria-hidden sx={{ fontSize: 20, transform: isOpen ? 'none' : 'rotate(-90deg)' }} />
        <Box component="span" sx={{ flex: 1, minWidth: 160 }}>
          <Box component="span" sx={{ display: 'block', fontSize: 14, fontWeight: 600 }}>
            {lineName(line)}
          </Box>
          <Box component="span" className="tabular" sx={{ fontSize: 12, color: 'text.secondary' }}>
            {facts.filter(Boolean).join(' · ')}
          </Box>
        </Box>
        {count > 0 ? (
          <ToneChip tone="info">{screenText('change.count', { count })}</ToneChip>
        ) : (
          unchanged && <ToneChip tone="neutral">{unchanged}</ToneChip>
        )}
      </ButtonBase>
      <Box id={id} role="group" aria-label={lineName(line)} hidden={!isOpen}>
        {isOpen && (
          <>
            <LineValues line={line} {...values} />
            {count > 0 && (
              <Button size="small" onClick={onReset} sx={{ mb: 1.5, ml: -1 }}>
                {screenText('change.reset')}
              </Button>
            )}
          </>
        )}
      </Box>
    </Box>
  )
}

const rowStyle = {
  width: '100%',
  minHeight: 52,
  px: 1,
  py: 0.75,
  gap: 1,
  flexWrap: 'wrap',
  justifyContent: 'flex-start',
  textAlign: 'left',
  borderRadius: 1,
  font: 'inherit',
  '&:hover': { bgcolor: 'action.hover' },
} as const

function LineValues({ line, typed, faults, onChange }: Pick<LineProps, 'line' | 'typed' | 'faults' | 'onChange'>) {
  const area = areaOf(areaOf(purchaseOrders, 'changes'), 'items')
  const cell = (field: ChangeField, size_id: number | null, label: string) => {
    const target = { po_line_id: line.id, size_id, field }
    const key = keyOf(target)
    const old = currentValue(line, target)
    const entered = typed.get(key)
    const value = entered ?? (field === 'unit_price' && old !== null ? withCents(old) : (old ?? ''))
    return {
      field,
      label,
      value,
      old,
      isChanged: entered !== undefined && entered !== old,
      fault: faults.get(key),
      valueKey: key,
    }
  }
  const sizes = line.sizes.map(({ size_id, size }) => cell('qty', size_id, mentionTitle(size)))
  const quantities = sizes.length > 0 ? sizes : [cell('qty', null, choiceLabel(area, 'field', 'qty'))]
  const others = (['unit_price', 'ex_factory_date', 'ship_window_end'] as const).map((field) =>
    cell(field, null, choiceLabel(area, 'field', field)),
  )
  const paste = (event: ClipboardEvent, index: number) => {
    // An empty cell skips its size, so that the following cells keep their positions.
    const cells = parseTable(event.clipboardData.getData('text'))
      .flat()
      .map((cell) => cell.trim())
    if (cells.length < 2) return
    event.preventDefault()
    onChange(
      new Map(
        quantities.slice(index).flatMap(({ valueKey }, at) => (cells[at] ? [[valueKey, plainWhole(cells[at])]] : [])),
      ),
    )
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', pt: 0.5, pb: 1 }}>
      {[...quantities, ...others].map((cell, index) => (
        <ValueInput
          key={cell.valueKey}
          {...cell}
          onChange={(value) => onChange(new Map([[cell.valueKey, value]]))}
          onPaste={cell.field === 'qty' ? (event) => paste(event, index) : undefined}
        />
      ))}
    </Box>
  )
}

interface ValueProps {
  valueKey?: string
  field: ChangeField
  label: string
  value: string
  old: string | null
  isChanged: boolean
  fault: string | undefined
  onChange: (value: string) => void
  onPaste: ((event: ClipboardEvent) => void) | undefined
}

/** An editable value; shows the old value below, or the error in the entered one. */
export function ValueInput({ field, label, value, old, isChanged, fault, onChange, onPaste }: ValueProps) {
  const id = useId()
  const help = fault ?? (isChanged ? screenText('change.was', { value: valueText({ field }, old) }) : undefined)
  const isDay = field !== 'qty' && field !== 'unit_price'
  return (
    <Box sx={{ width: isDay ? { xs: 200, sm: 172 } : field === 'qty' ? 72 : 104 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontSize: 12, fontWeight: 500, mb: 0.5 }}>
        {label}
      </Box>
      <Box sx={isChanged ? changed : undefined}>
        {isDay ? (
          <date.Input
            area={purchaseOrders}
            name="ex_factory_date"
            field={purchaseOrders.fields.ex_factory_date}
            record={{}}
            id={id}
            label={label}
            labelId={id}
            value={value}
            invalid={fault !== undefined}
            describedBy={`${id}-help`}
            onChange={(day) => onChange(typeof day === 'string' ? day : '')}
          />
        ) : (
          <OutlinedInput
            id={id}
            size="small"
            fullWidth
            value={value}
            error={fault !== undefined}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => isChanged && onChange((field === 'qty' ? plainWhole : plainNumber)(value))}
            onFocus={(event) => event.target.select()}
            onPaste={onPaste}
            inputProps={{
              inputMode: field === 'qty' ? 'numeric' : 'decimal',
              autoComplete: 'off',
              'aria-describedby': `${id}-help`,
              style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', paddingInline: 8 },
            }}
          />
        )}
      </Box>
      <Box
        id={`${id}-help`}
        sx={{ fontSize: 12, lineHeight: '16px', minHeight: 16, color: fault ? 'error.main' : 'text.secondary' }}
      >
        {help}
      </Box>
    </Box>
  )
}

const changed = {
  borderRadius: 1,
  backgroundColor: (theme: Theme) => theme.palette.tones.info.tint,
}

/** Shows prices with two decimals. */
const withCents = (price: string) =>
  price.replace(/^(\d+)(?:\.(\d))?$/, (_, units, tenth = '0') => `${units}.${tenth}0`)
