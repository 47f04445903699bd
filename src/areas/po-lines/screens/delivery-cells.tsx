import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { weekOf } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { choiceLabel, fieldLabel, format, language, t } from '#web/i18n.ts'
import type { AreaColumn } from '#web/kit/list/grid-columns.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import { api } from '#web/providers/http.ts'
import { poLines } from '../area'
import { articleName } from './list-columns'
import { screenText } from './texts'

type Tones = ReadonlyMap<number, Tone>

/** The colours of the statuses, by their ids. */
export const useTones = (): Tones => {
  const { data } = useQuery({
    queryKey: [areaOf(poLines, 'delivery_status_id').name, 'tones'],
    queryFn: async ({ signal }) => {
      const params: [string, string][] = [['_end', '100']]
      const statuses = await api<{ id: number; tone: Tone }[]>('GET', areaOf(poLines, 'delivery_status_id').name, {
        params,
        signal,
      })
      return new Map(statuses.map(({ id, tone }) => [id, tone]))
    },
    staleTime: 60_000,
  })
  return data ?? noTones
}
const noTones: Tones = new Map()

/** Cells of deliveries: status as a chip, signed slip, risk with its reasons. */
export const deliveryCells = (tones: Tones): Record<string, Partial<AreaColumn>> => ({
  delivery_status_id: {
    width: 208,
    flex: undefined,
    display: 'flex',
    renderCell: ({ row }) => <Status line={row} tones={tones} />,
  },
  delivery_risk: { width: riskWidth(), flex: 1, display: 'flex', renderCell: ({ row }) => <Risk line={row} /> },
  ex_factory_date: { headerName: screenText('columns.ex_factory_date'), width: dateWidth() },
  forecast_ex_factory_date: { headerName: screenText('columns.forecast_ex_factory_date'), width: dateWidth() },
  slip_days: {
    headerName: screenText('columns.slip_days'),
    width: 96,
    valueFormatter: (_value: unknown, row: AnyRecord) => slipText(row),
  },
  late_reason: { width: 150, flex: undefined },
  delivery_comment: { width: 200 },
})

/** Date columns are narrow, so that the slip is visible without scrolling. */
const dateWidth = () => (language() === 'zh' ? 132 : 108)

/** Wide enough for the reason as text. */
const riskWidth = () => (language() === 'zh' ? 236 : 304)

/** The week in which a line leaves, as a heading. */
export const weekHeading = (line: AnyRecord): string => {
  const day = line.ex_factory_date
  if (typeof day !== 'string') return screenText('week.none')
  const { week, from, to } = weekOf(day)
  return screenText('week.heading', { week, from: format.date(from), to: format.date(to) })
}

export const riskTone: Readonly<Record<string, Tone>> = { red: 'danger', amber: 'warning', green: 'success' }

/** A line on a phone: supplier, date, status and risk in words. */
export function DeliveryCard({ line, tones }: { line: AnyRecord; tones: Tones }) {
  const reasons = reasonsOf(line)
  return (
    <>
      <Box sx={{ fontSize: 13, mb: 1 }}>
        {mentionTitle(mentionOf(line, 'article_id'))} {articleName(line)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1 }}>
        <Status line={line} tones={tones} />
        {typeof line.delivery_risk === 'string' && (
          <ToneChip tone={riskTone[line.delivery_risk] ?? 'neutral'}>
            {choiceLabel(poLines, 'delivery_risk', line.delivery_risk)}
          </ToneChip>
        )}
      </Box>
      {reasons.length > 0 && (
        <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.25, fontSize: 13 }}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </Box>
      )}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 1, m: 0 }}>
        {['ex_factory_date', 'forecast_ex_factory_date', 'qty', 'slip_days', 'late_reason'].map((name) => (
          <Fact key={name} label={fieldLabel(poLines, name)}>
            {(name === 'slip_days' ? slipText(line) : formatValue(poLines, name, line)) || '–'}
          </Fact>
        ))}
      </Box>
    </>
  )
}

/** The status of a delivery on a chip. */
export function Status({ line, tones }: { line: AnyRecord; tones: Tones }) {
  const title = mentionTitle(mentionOf(line, 'delivery_status_id'))
  return title ? <ToneChip tone={tones.get(Number(line.delivery_status_id)) ?? 'neutral'}>{title}</ToneChip> : null
}

/** The most severe reason as text next to the colour; the others are in a tooltip. */
function Risk({ line }: { line: AnyRecord }) {
  const { delivery_risk: risk } = line
  if (typeof risk !== 'string') return null
  const reasons = reasonsOf(line)
  const [worst] = reasons
  const count = reasons.length - 1
  return (
    <Box title={reasons.join('\n')} sx={{ minWidth: 0 }}>
      <ToneChip tone={riskTone[risk] ?? 'neutral'}>
        {!worst
          ? choiceLabel(poLines, 'delivery_risk', risk)
          : count > 0
            ? t('areas.po-lines.risk_and_more', { worst, count })
            : worst}
      </ToneChip>
    </Box>
  )
}

/** The risks of a delivery, in words. */
export const reasonsOf = ({ delivery_risk_reasons: reasons }: AnyRecord): string[] =>
  (Array.isArray(reasons) ? (reasons as string[]) : []).map((reason) =>
    choiceLabel(poLines, 'delivery_risk_reasons', reason),
  )

const slipText = ({ slip_days }: AnyRecord): string => {
  const days = typeof slip_days === 'number' ? slip_days : null
  return days === null ? '' : `${days > 0 ? '+' : days < 0 ? '−' : ''}${format.number(Math.abs(days))}`
}
