import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { type CapState, establishedStates, openAuditStates } from '#shared/trade/accreditation.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import type { NextMoves } from '#web/kit/moves/move-buttons.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { can } from '#web/providers/permission.ts'
import { CertificateSays } from './certificate-says'
import { Chain, useSuccessor } from './chain'
import type { Audit } from './data'
import { type Finding, Findings } from './findings'
import { sections } from './sections'
import { screenText } from './texts'
import { capTones } from './tones'

/** The page of an audit: notes, result, findings with their plan, and related audits. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage
      area={area}
      facts={['factory_id', 'standard_program_id', 'audit_date', 'valid_to']}
      next={nextStep}
      needs={neededFiles}
      actions={(record) => <FollowUp area={area} audit={record as unknown as Audit} />}
    >
      {(record) => {
        const audit = record as unknown as Audit & { findings?: Finding[]; decision_comment: string | null }
        return (
          <>
            <Notes area={area} audit={audit} />
            <NotReady record={record} />
            <CertificateSays record={record} />
            <ShowSections area={area} record={record} sections={shownOf(record)} />
            <Plan area={area} record={record} />
            <Findings findings={audit.findings ?? []} />
            <ShowSections area={area} record={record} sections={sectionsNamed('scope')} />
            <Chain audit={audit} />
            <ShowSections area={area} record={record} sections={sectionsNamed('review', 'house')} />
          </>
        )
      }}
    </RecordPage>
  )
}

/** Fields of audit and result; `same_certificate` is shown only when set. */
const shownOf = ({ same_certificate }: OpenRecord) =>
  sectionsNamed('audit', 'result').map(({ fields, ...section }) => ({
    ...section,
    fields: fields.filter((field) => field !== 'same_certificate' || same_certificate === true),
  }))

const sectionsNamed = (...names: string[]) => sections.filter(({ name }) => names.includes(name))

/** The state of the plan and the counts, once there are findings. */
function Plan({ area, record }: { area: Area; record: OpenRecord }) {
  const state = record.cap_status as CapState
  const counts = countFields.filter((name) => Number(record[name] ?? 0) > 0)
  if (state === 'none' && counts.length === 0) return null
  return (
    <Section title={fieldLabel(area, 'cap_status')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, fontSize: 13 }}>
        <ToneChip tone={capTones[state]}>{choiceLabel(area, 'cap_status', state)}</ToneChip>
        {typeof record.cap_due_date === 'string' && (
          <span>
            {fieldLabel(area, 'cap_due_date')} <strong>{format.date(record.cap_due_date)}</strong>
          </span>
        )}
        {counts.map((name) => (
          <span key={name}>
            {fieldLabel(area, name)} <strong>{String(record[name])}</strong>
          </span>
        ))}
      </Box>
    </Section>
  )
}

const countFields = ['nc_zero_tolerance', 'nc_critical', 'nc_major', 'nc_minor']

/** Notes about the state of the audit and about its firm. */
function Notes({ area, audit }: { area: Area; audit: Audit & { decision_comment: string | null } }) {
  const successor = useSuccessor(audit)
  return (
    <>
      {audit.status === 'expired' && !successor && (
        <Alert severity="error">{screenText('expired_note', { date: format.date(audit.valid_to) })}</Alert>
      )}
      {audit.status === 'rejected' && (
        <Alert severity="warning">{screenText('rejected_note', { comment: audit.decision_comment ?? '' })}</Alert>
      )}
      {audit.firm_finding && (
        <Alert severity={audit.firm_finding === 'suspended' ? 'error' : 'warning'}>
          {fieldLabel(area, 'auditing_firm_id')}: {choiceLabel(area, 'firm_finding', audit.firm_finding)}
        </Alert>
      )}
      {successor && (
        <Alert severity="info">
          <Linked to={`${area.path}/${successor.id}`} text={screenText('superseded')}>
            {successor.audit_title}
          </Linked>
        </Alert>
      )}
    </>
  )
}

/** Why an audit in progress cannot be submitted yet. */
function NotReady({ record: { status, moves } }: { record: OpenRecord }) {
  const submit = moves?.find(({ name }) => name === 'submit')
  if (!openAuditStates.includes(status ?? '') || !submit || submit.allowed || !submit.reason) return null
  return <Alert severity="info">{screenText('not_ready', { reason: submit.reason })}</Alert>
}

/** A sentence with a link in place of `{link}`. */
function Linked({ to, text, children }: { to: string; text: string; children: ReactNode }) {
  const [before, after] = text.split('{link}')
  return (
    <>
      {before}
      <TextLink component={Link} to={to} sx={{ color: 'inherit', fontWeight: 600 }}>
        {children}
      </TextLink>
      {after}
    </>
  )
}

/** A link that creates a follow-up of this audit, once it is accepted. */
function FollowUp({ area, audit }: { area: Area; audit: Audit }) {
  if (!establishedStates.includes(audit.status) || !can(area.name, 'create')) return null
  const search = new URLSearchParams({
    factory_id: String(audit.factory_id),
    standard_program_id: String(audit.standard_program_id),
    follow_up_of_id: String(audit.id),
  })
  return (
    <Button variant="outlined" component={Link} to={`${area.path}/new?${search}`}>
      {screenText('follow_up')}
    </Button>
  )
}

const nextStep = ({ status, moves }: OpenRecord): NextMoves => {
  if (status === 'under_review') {
    const isAllowed = (name: string) => moves?.some((move) => move.name === name && move.allowed)
    return isAllowed('record_failure') ? ['record_failure', 'reject'] : ['confirm', 'reject']
  }
  return { draft: 'submit', rejected: 'submit', submitted: 'start_review' }[status ?? ''] ?? null
}

/** The document that the programme of the audit requires. */
const neededFiles = ({ status, needs_certificate }: OpenRecord): AttachmentKind[] =>
  openAuditStates.includes(status ?? '') ? [needs_certificate ? 'certificate' : 'audit_report'] : []
