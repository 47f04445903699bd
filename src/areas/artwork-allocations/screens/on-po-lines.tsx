import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId, useState } from 'react'
import { plainWhole } from '#shared/delimited/typed-number.ts'
import { millimetresOf, type PrintSheet } from '#shared/trade/print-sheet.ts'
import { useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { Chooser } from '#web/kit/sheet/chooser.tsx'
import { type Missing, MissingList } from '#web/kit/sheet/missing-list.tsx'
import { SheetView } from '#web/kit/sheet/sheet-view.tsx'
import { can } from '#web/providers/permission.ts'
import { type LineCartons, type LineTickets, useCartons, useTickets } from './marks/data'
import { PrintMenu } from './marks/print-menu'
import { screenText } from './texts'

/** The carton marks and price tickets of an order line, as sections of its page. */
export function Section({ id }: { id: number }) {
  useLanguage()
  return (
    <>
      <CartonMarks key={`cartons ${id}`} line={id} />
      {can('po-line-rrps', 'read') && <PriceTickets key={`tickets ${id}`} line={id} />}
    </>
  )
}

function CartonMarks({ line }: { line: number }) {
  const [carton, setCarton] = useState(1)
  const { data, error, refetch } = useCartons(line, carton)
  if (error)
    return (
      <PageSection title={screenText('cartons.title')}>
        <FailedState error={error} onRetry={() => void refetch()} />
      </PageSection>
    )
  return data ? <Cartons line={line} data={data} carton={carton} onCarton={setCarton} /> : null
}

function Cartons({ line, data, carton, onCarton }: CartonsProps) {
  const { cartons, groups, missing, sheets, purchase_order_id } = data
  const [range, setRange] = useState({ from: 1, to: Math.min(cartons, maxCartons) })
  const isComplete = missing.length === 0
  const last = Math.min(Math.max(range.to, range.from), cartons, range.from + maxCartons - 1)
  const title = cartons > 0 ? ` · ${screenText('cartons.cartons', { count: cartons })}` : ''
  return (
    <PageSection
      title={`${screenText('cartons.title')}${title}`}
      help={screenText('cartons.help')}
      actions={
        <PrintMenu
          line={line}
          order={purchase_order_id}
          file="carton-mark-file"
          isComplete={isComplete}
          documents={[
            {
              label: screenText('cartons.pdf'),
              path: `po-lines/${line}/carton-marks.pdf`,
              params: { from: String(range.from), to: String(last) },
            },
            {
              label: screenText('cartons.svg'),
              path: `po-lines/${line}/carton-marks.svg`,
              params: { from: String(carton) },
            },
          ]}
        />
      }
    >
      <Sheet sheets={sheets} label={screenText('cartons.picture', { carton, count: cartons })}>
        {isComplete && cartons > 1 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Numeral label={screenText('cartons.carton')} value={carton} most={cartons} onChange={onCarton} />
            <Numeral
              label={screenText('cartons.from')}
              value={range.from}
              most={cartons}
              onChange={(from) => setRange({ ...range, from })}
            />
            <Numeral
              label={screenText('cartons.to')}
              value={last}
              most={cartons}
              onChange={(to) => setRange({ ...range, to })}
            />
          </Box>
        )}
        {cartons > maxCartons && (
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{screenText('cartons.range', { most: maxCartons })}</Box>
        )}
        {groups.length > 0 && (
          <Box component="ul" aria-label={screenText('cartons.groups')} className="tabular" sx={plainList}>
            {groups.slice(0, 20).map(({ from, to, units, sizes }) => (
              <li key={from}>
                {screenText(from === to ? 'cartons.group_one' : 'cartons.group', {
                  from,
                  to,
                  units,
                  sizes: sizes
                    .map(({ size, qty }) => (qty === null || sizes.length === 1 ? size : `${size} ${qty}`))
                    .join(' · '),
                })}
              </li>
            ))}
          </Box>
        )}
        <Gaps missing={missing} line={line} />
      </Sheet>
    </PageSection>
  )
}

interface CartonsProps {
  line: number
  data: LineCartons
  carton: number
  onCarton: (carton: number) => void
}

/** The maximum number of cartons in one PDF. */
const maxCartons = 500

function PriceTickets({ line }: { line: number }) {
  const [market, setMarket] = useState<string | null>(null)
  const { data, error, refetch } = useTickets(line, market)
  if (error)
    return (
      <PageSection title={screenText('tickets.title')}>
        <FailedState error={error} onRetry={() => void refetch()} />
      </PageSection>
    )
  return data ? <Tickets line={line} data={data} onMarket={setMarket} /> : null
}

function Tickets({ line, data, onMarket }: { line: number; data: LineTickets; onMarket: (market: string) => void }) {
  const { market, markets, sizes, missing, sheets, purchase_order_id } = data
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, Math.max(0, sizes.length - 1))
  const size = sizes[at] ?? ''
  return (
    <PageSection
      title={screenText('tickets.title')}
      help={screenText('tickets.help')}
      actions={
        <PrintMenu
          line={line}
          order={purchase_order_id}
          file="price-ticket-file"
          isComplete={missing.length === 0}
          documents={[
            {
              label: screenText('tickets.pdf'),
              path: `po-lines/${line}/price-tickets.pdf`,
              params: { market: market ?? '' },
            },
            {
              label: screenText('tickets.svg'),
              path: `po-lines/${line}/price-tickets.svg`,
              params: { market: market ?? '', size },
            },
          ]}
        />
      }
    >
      <Sheet sheets={sheets.slice(at, at + 1)} label={screenText('tickets.picture', { size })}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {markets.length > 0 && (
            <Chooser
              label={screenText('tickets.market')}
              value={market ?? ''}
              options={markets.map((value) => ({ value, label: value }))}
              onChange={onMarket}
            />
          )}
          {sizes.length > 1 && (
            <Chooser
              label={screenText('tickets.size')}
              value={String(at)}
              options={sizes.map((label, index) => ({ value: String(index), label }))}
              onChange={(index) => setChosen(Number(index))}
            />
          )}
        </Box>
        <Gaps missing={missing} line={line} />
      </Sheet>
    </PageSection>
  )
}

/** The printed sheet next to its inputs. */
const Sheet = ({ sheets: [sheet], label, children }: SheetProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto minmax(0, 1fr)' },
      alignItems: 'start',
    }}
  >
    {sheet ? (
      <SheetView
        sheet={sheet}
        label={label}
        scale={sheet.width > 200 ? 1 : 1.4}
        caption={screenText('cartons.measures', {
          width: Math.round(millimetresOf(sheet.width)),
          height: Math.round(millimetresOf(sheet.height)),
        })}
      />
    ) : (
      <EmptyState title={screenText('cartons.empty')} />
    )}
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, order: { xs: -1, md: 0 } }}>{children}</Box>
  </Box>
)

interface SheetProps {
  sheets: readonly PrintSheet[]
  label: string
  children: ReactNode
}

const Gaps = ({ missing, line }: { missing: readonly Missing[]; line: number }) => (
  <MissingList
    missing={missing}
    line={line}
    texts={{ complete: screenText('cartons.complete'), missing: screenText('cartons.missing') }}
  />
)

/** An input for a number from 1 to `most`; invalid entries are not applied. */
function Numeral({ label, value, most, onChange }: NumeralProps) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: 12, fontWeight: 500 }}>
        {label}
      </Box>
      <OutlinedInput
        id={id}
        size="small"
        value={text ?? String(value)}
        onChange={({ target }) => {
          setText(target.value)
          const number = Number(plainWhole(target.value))
          if (Number.isInteger(number) && number >= 1 && number <= most) onChange(number)
        }}
        onBlur={() => setText(null)}
        inputProps={{ inputMode: 'numeric', maxLength: 8 }}
        sx={{ width: 104, minHeight: { xs: 44, sm: 0 } }}
      />
    </Box>
  )
}

interface NumeralProps {
  label: string
  value: number
  most: number
  onChange: (value: number) => void
}

const plainList = { listStyle: 'none', m: 0, p: 0, fontSize: 13, color: 'text.secondary' } as const
