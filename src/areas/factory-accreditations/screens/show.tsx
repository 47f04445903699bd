import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { establishedStates, openAuditStates } from '#shared/trade/accreditation.ts'
import { choiceLabel, fieldLabel, format } from '#web/i18n.ts'
import type { NextMoves } from '#web/kit/moves/move-buttons.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { RecordPage, ShowSections } from '#web/kit/record/area-show.tsx'
import { FactList } from '#web/kit/record/fact-list.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { can } from '#web/providers/permission.ts'
import { CertificateSays } from './certificate-says'
import { Chain, useSuccessor } from './chain'
import type { Audit } from './data'
import { type Finding, Findings } from './findings'
import { sections } from './sections'
import { screenText } from './texts'

/** An audit: what is to be known first, its result, what was found and how it is corrected, and the audits beside it. */
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
            <CertificateSays record={record} />
            <ShowSections area={area} record={record} sections={named('audit', 'result')} />
            <Plan area={area} record={record} />
            <Findings findings={audit.findings ?? []} />
            <ShowSections area={area} record={record} sections={named('scope')} />
            <Chain audit={audit} />
            <ShowSections area={area} record={record} sections={named('review', 'house')} />
          </>
        )
      }}
    </RecordPage>
  )
}

const named = (...names: string[]) => sections.filter(({ name }) => names.includes(name))

/** Where plan and counts stand, once there is anything to correct. */
function Plan({ area, record }: { area: Area; record: OpenRecord }) {
  if (record.cap_status === 'none' && !(record.findings as unknown[] | undefined)?.length) return null
  return (
    <Section title={fieldLabel(area, 'cap_status')}>
      <FactList area={area} record={record} fields={planFields} />
    </Section>
  )
}

const planFields = ['cap_status', 'cap_due_date', 'nc_zero_tolerance', 'nc_critical', 'nc_major', 'nc_minor']

/** What is to be known before the rest, as the state and the firm say it. */
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

/** A sentence with a link in the place of `{{link}}`. */
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

/** A new audit that follows this one, once this one counts. */
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
    const may = (name: string) => moves?.some((move) => move.name === name && move.allowed)
    return may('record_failure') ? ['record_failure', 'reject'] : ['confirm', 'reject']
  }
  return { draft: 'submit', rejected: 'submit', submitted: 'start_review' }[status ?? ''] ?? null
}

/** A programme that issues certificates wants one; any other the auditor's report. */
const neededFiles = ({ status, certificate_no }: OpenRecord): AttachmentKind[] =>
  openAuditStates.includes(status ?? '') ? [certificate_no ? 'certificate' : 'audit_report'] : []
