import Box from '@mui/material/Box'
import { today } from '#shared/base/dates.ts'
import { isStepOverdue, type Severity } from '#shared/trade/accreditation.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import { areaNamed, areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { factoryAccreditations as area } from '../area'
import { screenText } from './texts'
import { severityTones } from './tones'

export interface Finding {
  id: number
  severity: Severity
  clause: string
  description: string
  root_cause: string | null
  actions: Step[]
}

interface Step {
  id: number
  step: string
  due_on: string
  responsible: string | null
  done_on: string | null
  evidence: string | null
  verified: boolean
}

const findingArea = areaOf(area, 'findings')
const actionArea = areaNamed('accreditation-actions')

/** The findings of an audit, the most severe first, with their corrective actions. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const order = Object.keys(severityTones)
  const sorted = findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  return (
    <Section title={`${fieldLabel(area, 'findings')} (${findings.length})`}>
      <Box component="ol" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {sorted.map((finding) => (
          <Box component="li" key={finding.id} sx={{ '& + &': { borderTop: 1, borderColor: 'divider', pt: 2 } }}>
            <FindingView finding={finding} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}

function FindingView({ finding: { severity, clause, description, root_cause, actions } }: { finding: Finding }) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <ToneChip tone={severityTones[severity]}>{choiceLabel(findingArea, 'severity', severity)}</ToneChip>
        <Box component="h3" sx={{ m: 0, fontSize: 14, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {clause}
        </Box>
      </Box>
      <Box sx={words}>{description}</Box>
      {root_cause && (
        <Box sx={words}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {fieldLabel(findingArea, 'root_cause')}:{' '}
          </Box>
          {root_cause}
        </Box>
      )}
      {actions.length === 0 ? (
        <Box sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>{screenText('plan.none')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={fieldLabel(findingArea, 'actions')}
          sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}
        >
          {actions.map((step) => (
            <StepView key={step.id} step={step} />
          ))}
        </Box>
      )}
    </>
  )
}

function StepView({ step }: { step: Step }) {
  const { step: text, due_on, responsible, done_on, evidence, verified } = step
  const stepState = verified ? 'verified' : done_on ? 'done' : isStepOverdue(step, today()) ? 'overdue' : 'open'
  const facts = [
    screenText('plan.due', { date: format.date(due_on) }),
    ...(done_on ? [screenText('plan.done', { date: format.date(done_on) })] : []),
    ...(responsible ? [responsible] : []),
  ]
  return (
    <Box component="li" sx={stepStyle}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: 13, fontWeight: 500, overflowWrap: 'anywhere' }}>{text}</Box>
        <Box className="tabular" sx={{ fontSize: 12, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Box>
        {evidence && (
          <Box sx={{ fontSize: 12, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {fieldLabel(actionArea, 'evidence')}: {evidence}
          </Box>
        )}
      </Box>
      <ToneChip tone={tones[stepState]}>{screenText(`plan.${stepState}_state`)}</ToneChip>
    </Box>
  )
}

const tones = { verified: 'success', done: 'info', overdue: 'danger', open: 'warning' } as const

const words = {
  mt: 0.5,
  fontSize: 13,
  maxWidth: '80ch',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

const stepStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  columnGap: 2,
  py: 1,
  pl: { xs: 1, sm: 2 },
  borderLeft: 2,
  borderColor: 'divider',
  '& + &': { mt: 0.5 },
} as const
