import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { today } from '#shared/base/dates.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { lacksReports, type Progress, stageInversions, wipStages } from '#shared/trade/production.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { Related } from '#web/kit/record/related.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { api } from '#web/providers/http.ts'
import { poLines } from '../area'
import { screenText } from './texts'

/** Production of a line by stage, inconsistencies, and the reports. */
export function Production({ line }: { line: AnyRecord }) {
  const mayRead = useCan(reports, 'read')
  const mayReport = useCan(reports, 'create')
  const { data } = useQuery({
    queryKey: [reports, 'progress', String(line.id)],
    queryFn: ({ signal }) =>
      api<{ lines: { stages: Progress }[] }>('GET', `${reports}/progress`, {
        params: { lines: String(line.id) },
        signal,
      }),
    enabled: mayRead,
  })
  const stages = data?.lines[0]?.stages
  if (!stages) return null
  const qty = Number(line.qty)
  const silent = lacksReports(
    {
      production_status: String(line.production_status),
      wip_reported_on: (line.wip_reported_on as string | null) ?? null,
    },
    today(),
  )
  return (
    <>
      <Section
        title={screenText('production.title')}
        actions={
          mayReport &&
          line.line_status === 'open' && (
            <Button size="small" component={Link} to={`${page}/new?line=${line.id}`}>
              {screenText('production.report')}
            </Button>
          )
        }
      >
        <Box component="dl" sx={{ display: 'grid', gap: 1, m: 0 }}>
          {wipStages.map((stage) => (
            <Stage key={stage} stage={stage} units={stages[stage]} qty={qty} />
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 1.5, '&:empty': { display: 'none' } }}>
          {silent && (
            <ToneChip tone="warning">
              {screenText('production.silent', { day: format.date(line.wip_reported_on as string) })}
            </ToneChip>
          )}
          {stageInversions(stages).map(({ stage, qty, before, before_qty }) => (
            <ToneChip key={stage} tone="warning">
              {screenText('production.overtakes', {
                stage: choiceLabel(poLines, 'wip_stage', stage),
                qty: format.number(qty),
                before: choiceLabel(poLines, 'wip_stage', before),
                before_qty: format.number(before_qty),
              })}
            </ToneChip>
          ))}
        </Box>
      </Section>
      <Related area={reports} by="po_line_id" id={line.id} />
    </>
  )
}

/** A stage with its name, a bar of the finished share, and its units; a note when nothing is reported. */
function Stage({ stage, units, qty }: { stage: string; units: number | undefined; qty: number }) {
  const share = Math.min(100, Math.floor((100 * (units ?? 0)) / Math.max(qty, 1)))
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '104px 1fr 120px', sm: '140px 1fr 136px' },
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
      }}
    >
      <Box component="dt" sx={{ color: units === undefined ? 'text.secondary' : 'text.primary' }}>
        {choiceLabel(poLines, 'wip_stage', stage)}
      </Box>
      <Box
        component="dd"
        aria-hidden
        data-mark="track"
        sx={{ m: 0, height: 8, borderRadius: '4px', bgcolor: 'action.selected' }}
      >
        <Box
          data-mark="fill"
          sx={({ palette }) => ({
            height: '100%',
            width: `${share}%`,
            borderRadius: '4px',
            bgcolor: palette.tones[share >= 100 ? 'success' : 'info'].text,
          })}
        />
      </Box>
      <Box component="dd" className="tabular" sx={{ m: 0, textAlign: 'right', whiteSpace: 'nowrap' }}>
        {units === undefined ? (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            –
          </Box>
        ) : (
          <>
            {format.number(units)}
            <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${share}%`}</Box>
          </>
        )}
      </Box>
    </Box>
  )
}

const reports = 'wip-reports'
const page = '/apps/factory_managment/manufacturing_status'
