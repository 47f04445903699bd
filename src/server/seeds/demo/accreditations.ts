import type { Queryable } from '#server/db/types.ts'
import { addDays, addMonths, daysBetween, formatDate } from '#shared/base/dates.ts'
import { noticeDays, standingOn } from '#shared/trade/accreditation.ts'
import type { DemoEvidence } from './evidence'

const office = 'office3@demo.test'
const reviewer = 'office2@demo.test'

const accredited = (...codes: string[]) => codes.map((code) => ({ standard_program_id: { code } }))

/** Real auditing firms, and an invented one that is suspended. */
export const demoAuditingFirms = (day: string) => [
  {
    ...{
      code: 'SGS',
      name_en: 'SGS',
      name_zh: '通标标准技术服务（SGS）',
      country: 'CH',
      website: 'https://www.sgs.com',
    },
    ...{ accreditation_body: 'APSCA', accreditation_no: 'APSCA-F-1007', accreditation_expiry: addDays(day, 400) },
    programs: accredited(
      'AMFORI_BSCI',
      'SMETA',
      'SA8000',
      'WRAP',
      'ISO_9001',
      'ISO_14001',
      'ISO_45001',
      'SLCP',
      'C_TPAT',
    ),
    contacts: [
      { full_name: 'Li Na', function: 'booking', email: 'booking.cn@sgs.example', phone: '+86 21 6107 2000' },
      { full_name: 'Marc Keller', function: 'complaints', email: 'complaints@sgs.example' },
    ],
  },
  {
    ...{ code: 'BV', name_en: 'Bureau Veritas', name_zh: '必维国际检验集团', country: 'FR' },
    ...{ website: 'https://www.bureauveritas.com', accreditation_body: 'APSCA', accreditation_no: 'APSCA-F-1012' },
    accreditation_expiry: addDays(day, 210),
    programs: accredited('AMFORI_BSCI', 'SMETA', 'SA8000', 'WRAP', 'ISO_9001', 'ISO_14001', 'SLCP', 'SCAN'),
    contacts: [{ full_name: 'Camille Roux', function: 'booking', email: 'audits@bureauveritas.example' }],
  },
  {
    ...{ code: 'ITS', name_en: 'Intertek', name_zh: '天祥集团', country: 'GB', website: 'https://www.intertek.com' },
    ...{ accreditation_body: 'APSCA', accreditation_no: 'APSCA-F-1021', accreditation_expiry: addDays(day, 35) },
    programs: accredited('AMFORI_BSCI', 'SMETA', 'WRAP', 'C_TPAT', 'SCAN', 'SLCP', 'HIGG_FEM'),
    contacts: [{ full_name: 'Amy Ho', function: 'booking', email: 'amy.ho@intertek.example', phone: '+852 2173 8888' }],
  },
  {
    ...{
      code: 'TUVR',
      name_en: 'TÜV Rheinland',
      name_zh: '德国莱茵 TÜV',
      country: 'DE',
      website: 'https://www.tuv.com',
    },
    ...{ accreditation_body: 'APSCA', accreditation_no: 'APSCA-F-1030', accreditation_expiry: addDays(day, 520) },
    programs: [
      ...accredited('AMFORI_BSCI', 'SA8000', 'ISO_9001', 'ISO_14001', 'ISO_45001'),
      // amfori can suspend a firm in a single country.
      { standard_program_id: { code: 'AMFORI_BSCI' }, country: 'PK', suspended_on: addDays(day, -120) },
    ],
    contacts: [{ full_name: 'Jörg Brandt', function: 'certification', email: 'j.brandt@tuv.example' }],
  },
  {
    ...{ code: 'QIMA', name_en: 'QIMA', name_zh: '启迈（QIMA）', country: 'HK', website: 'https://www.qima.com' },
    ...{ accreditation_body: 'APSCA', accreditation_no: 'APSCA-F-1044', accreditation_expiry: addDays(day, 300) },
    programs: accredited('SMETA', 'SLCP', 'WRAP', 'C_TPAT', 'FAIR_TRADE'),
    contacts: [{ full_name: 'Grace Wong', function: 'booking', email: 'grace.wong@qima.example' }],
  },
  {
    ...{ code: 'CU', name_en: 'Control Union Certifications', name_zh: '管控联盟认证', country: 'NL' },
    ...{ website: 'https://www.controlunion.com', accreditation_body: 'RvA', accreditation_no: 'C 412' },
    programs: accredited('GOTS', 'GRS', 'RCS', 'OCS', 'RWS', 'RDS'),
    contacts: [],
  },
  {
    ...{
      code: 'HOH',
      name_en: 'Hohenstein',
      name_zh: '海恩斯坦',
      country: 'DE',
      website: 'https://www.hohenstein.com',
    },
    programs: accredited('OEKO_TEX_100', 'OEKO_TEX_STEP', 'MADE_IN_GREEN'),
    contacts: [{ full_name: 'Sabine Vogel', function: 'certification', email: 'oeko-tex@hohenstein.example' }],
  },
  {
    ...{ code: 'EGA', name_en: 'Eastgate Audit Services', name_zh: '东门审核服务', country: 'HK' },
    ...{ status: 'suspended', suspended_on: addDays(day, -75) },
    status_reason: 'Two reports were copied from an earlier audit. Suspended until the programme owners have decided.',
    programs: accredited('SMETA', 'AMFORI_BSCI'),
    contacts: [],
  },
]

type State = 'draft' | 'submitted' | 'under_review' | 'established' | 'failed' | 'rejected' | 'revoked'

interface DemoFinding {
  severity: 'zero_tolerance' | 'critical' | 'major' | 'minor'
  clause: string
  description: string
  root_cause?: string
  /** The steps of the corrective action; `due` and `done` are days from today. */
  steps?: readonly { step: string; due: number; done?: number; verified?: boolean; responsible?: string }[]
}

interface DemoAudit {
  /** The name by which `follows` of a later audit refers to this one. */
  ref?: string
  follows?: string
  factory: string
  program: string
  firm: string | null
  type: string
  /** The days since the audit. */
  age: number
  announced?: string
  score?: string
  grade?: string
  certificate?: string
  /** The months of validity, or in `left` the days that remain of it. */
  months?: number
  left?: number
  state: State
  findings?: readonly DemoFinding[]
  comment?: string
  scope?: string
  products?: string
  /** Whether the office entered the audit, instead of the supplier. */
  ofOffice?: boolean
  notes?: string
}

const exits: DemoFinding = {
  severity: 'major',
  clause: 'PA 7: Occupational health and safety',
  description: 'One of two emergency exits of the sewing floor was locked during working hours.',
  root_cause: 'The guard locks it against theft; nobody had told him otherwise.',
}
const overtime: DemoFinding = {
  severity: 'major',
  clause: 'PA 6: Decent working hours',
  description: '14 of 25 sampled workers worked more than 36 hours of overtime in May.',
  root_cause: 'Late fabric for two programmes and no second shift.',
}
const extinguishers: DemoFinding = {
  severity: 'minor',
  clause: 'PA 7: Occupational health and safety',
  description: 'Monthly checks of three fire extinguishers were not recorded.',
}
const done = (step: string, due: number) => ({
  step,
  due,
  done: due - 4,
  verified: true,
  responsible: 'EHS supervisor',
})

/** Audits and certificates in every state, with chains of follow-ups and with corrective actions at every stage. */
const demoAudits: readonly DemoAudit[] = [
  // ---- Golden Loom, the supplier of the demo's first agent
  {
    ...{ ref: 'glg1', factory: 'GLG-F1', program: 'AMFORI_BSCI', firm: 'SGS', type: 'full', age: 760, score: '64' },
    ...{ announced: 'semi_announced', months: 12, state: 'established' },
    findings: [
      { ...exits, steps: [done('Fit a push bar and train the guards', -700)] },
      { ...overtime, steps: [done('Second shift for the sewing floor', -640)] },
    ],
  },
  {
    ...{ ref: 'glg2', follows: 'glg1', factory: 'GLG-F1', program: 'AMFORI_BSCI', firm: 'SGS', type: 'follow_up' },
    ...{ age: 420, score: '82', announced: 'announced', months: 12, state: 'established' },
    findings: [{ ...extinguishers, steps: [done('Check sheet at each extinguisher', -380)] }],
  },
  {
    ...{ follows: 'glg2', factory: 'GLG-F1', program: 'AMFORI_BSCI', firm: 'TUVR', type: 'full', age: 45, score: '74' },
    ...{ announced: 'semi_announced', state: 'established', scope: 'Cutting, sewing, packing, canteen and dormitory' },
    findings: [
      {
        ...overtime,
        steps: [
          { step: 'Weekly report of overtime to the general manager', due: -10, done: -12, verified: true },
          { step: 'Hire 20 operators for the second shift', due: 20, responsible: 'HR, Ms Zhou' },
        ],
      },
      {
        ...extinguishers,
        steps: [{ step: 'Record the checks again and audit them monthly', due: -6, responsible: 'EHS supervisor' }],
      },
    ],
  },
  {
    ...{
      factory: 'GLG-F1',
      program: 'SA8000',
      firm: 'SGS',
      type: 'initial',
      age: 1040,
      certificate: 'SA-CN-2024-0381',
    },
    ...{ left: 48, state: 'established', ref: 'glgsa', announced: 'announced' },
  },
  {
    ...{ factory: 'GLG-F1', program: 'OEKO_TEX_100', firm: 'HOH', type: 'initial', age: 190 },
    ...{
      grade: 'II',
      certificate: '24.HCN.81735',
      state: 'established',
      products: 'Jersey of cotton and elastane, dyed',
    },
  },
  {
    ...{ factory: 'GLG-F1', program: 'OEKO_TEX_100', firm: 'HOH', type: 'initial', age: 352 },
    ...{
      grade: 'I',
      certificate: '23.HCN.66120',
      left: 13,
      state: 'established',
      products: 'Baby jersey, white and dyed',
    },
  },
  {
    ...{
      factory: 'GLG-F1',
      program: 'GRS',
      firm: 'CU',
      type: 'initial',
      age: 12,
      certificate: 'CU 872114 GRS-2026-11',
    },
    ...{ state: 'submitted', products: 'Recycled polyester jersey', scope: 'Cutting, sewing, packing' },
  },
  {
    ...{ factory: 'GLG-F2', program: 'SMETA', firm: 'QIMA', type: 'initial', age: 6, grade: '4-PILLAR' },
    ...{ announced: 'semi_announced', state: 'draft' },
    findings: [extinguishers],
  },
  {
    ...{ factory: 'GLG-F2', program: 'ISO_9001', firm: 'TUVR', type: 'recertification', age: 30 },
    ...{ certificate: '01 100 2026118', state: 'rejected' },
    comment: 'The certificate names the address of the first works. Please send the page with all sites.',
  },
  {
    ...{ factory: 'GLG-F2', program: 'C_TPAT', firm: 'ITS', type: 'initial', age: 330, left: 36, state: 'established' },
  },
  // ---- Bluewater, the supplier of the demo's second agent
  {
    ...{ factory: 'BWK-F1', program: 'SMETA', firm: 'BV', type: 'full', age: 20, grade: '2-PILLAR' },
    ...{ announced: 'unannounced', state: 'under_review' },
    findings: [{ ...exits, steps: [{ step: 'Remove the lock, alarm instead', due: 12, responsible: 'Mr Huang' }] }],
  },
  {
    ...{
      factory: 'BWK-F1',
      program: 'RWS',
      firm: 'CU',
      type: 'initial',
      age: 280,
      certificate: 'CU 840417 RWS-2026-02',
    },
    ...{ state: 'established', products: 'Merino and lambswool knitwear' },
  },
  {
    ...{
      factory: 'BWK-F1',
      program: 'AMFORI_BSCI',
      firm: 'ITS',
      type: 'full',
      age: 500,
      score: '88',
      state: 'established',
    },
  },
  // ---- other suppliers
  {
    ...{ factory: 'SMS-F2', program: 'AMFORI_BSCI', firm: 'SGS', type: 'full', age: 725, score: '91', left: 6 },
    ...{ state: 'established', ofOffice: true },
  },
  {
    ...{ factory: 'QSO-F1', program: 'WRAP', firm: 'BV', type: 'recertification', age: 140, grade: 'GOLD' },
    ...{ certificate: '31877', state: 'established' },
    findings: [{ ...extinguishers, steps: [done('Check sheet at each extinguisher', -100)] }],
  },
  {
    ...{
      factory: 'QSO-F1',
      program: 'RDS',
      firm: 'CU',
      type: 'initial',
      age: 395,
      certificate: 'CU 851902 RDS-2025-10',
    },
    ...{ left: -30, state: 'established', products: 'Down jackets' },
  },
  {
    ...{
      factory: 'FIY-F1',
      program: 'SMETA',
      firm: 'EGA',
      type: 'full',
      age: 100,
      grade: '4-PILLAR',
      state: 'established',
    },
    notes: 'The firm was suspended after this audit: ask for a new one before the next season.',
  },
  {
    ...{ factory: 'FIY-F1', program: 'OEKO_TEX_STEP', firm: 'HOH', type: 'initial', age: 410, certificate: '23000817' },
    ...{ state: 'established' },
  },
  {
    ...{ factory: 'SWB-F1', program: 'AMFORI_BSCI', firm: 'ITS', type: 'full', age: 60, score: '27', state: 'failed' },
    findings: [
      {
        ...{ severity: 'critical', clause: 'PA 5: Fair remuneration' },
        description:
          'Wage records of the sewing line were kept twice; the second set shows pay below the legal minimum.',
        steps: [
          { step: 'Pay the differences of the last twelve months', due: -15 },
          { step: 'One payroll, checked by an outside accountant each quarter', due: 45 },
        ],
      },
      { ...overtime, steps: [{ step: 'Second shift', due: 30 }] },
    ],
    comment: 'Graded E. Follow-up audit wanted within three months.',
  },
  {
    ...{ factory: 'QSA-F1', program: 'SLCP', firm: 'SGS', type: 'full', age: 88, state: 'established', ofOffice: true },
  },
  {
    ...{
      factory: 'QSA-F1',
      program: 'ISO_14001',
      firm: 'TUVR',
      type: 'initial',
      age: 700,
      certificate: '01 104 2024551',
    },
    ...{ ref: 'qsaiso', state: 'established' },
  },
  {
    ...{ follows: 'qsaiso', factory: 'QSA-F1', program: 'ISO_14001', firm: 'TUVR', type: 'surveillance', age: 320 },
    ...{ certificate: '01 104 2024551', left: 396, state: 'established' },
  },
  {
    ...{ factory: 'ZFH-F1', program: 'OEKO_TEX_100', firm: 'HOH', type: 'initial', age: 364, grade: 'II' },
    ...{ certificate: '23.HCN.70221', left: 1, state: 'established', products: 'Socks and tights' },
  },
  {
    ...{ factory: 'HBS-F1', program: 'AMFORI_BSCI', firm: null, type: 'self_assessment', age: 15, score: '78' },
    ...{ state: 'submitted' },
  },
  {
    ...{
      factory: 'PDK-F1',
      program: 'AMFORI_BSCI',
      firm: 'BV',
      type: 'full',
      age: 250,
      score: '55',
      state: 'established',
    },
    findings: [
      { ...exits, steps: [done('Fit a push bar and train the guards', -200)] },
      {
        ...{ severity: 'major', clause: 'PA 7: Occupational health and safety' },
        description: 'The detailed engineering assessment of the building was older than five years.',
        steps: [{ step: 'New structural assessment by a registered engineer', due: -40 }],
      },
    ],
  },
  {
    ...{ factory: 'MCA-F1', program: 'SMETA', firm: 'ITS', type: 'full', age: 310, grade: '4-PILLAR', left: 55 },
    ...{ state: 'established' },
  },
  {
    ...{ factory: 'MCA-F1', program: 'GOTS', firm: 'CU', type: 'initial', age: 200, grade: 'ORGANIC' },
    ...{ certificate: 'CU 861130 GOTS-2026-05', state: 'established', products: 'Baby and children’s jersey' },
  },
  {
    ...{
      factory: 'RRG-F1',
      program: 'WRAP',
      firm: 'QIMA',
      type: 'full',
      age: 380,
      grade: 'GOLD',
      certificate: '29914',
    },
    ...{ state: 'established' },
  },
  {
    ...{
      factory: 'SLS-F1',
      program: 'BETTER_WORK',
      firm: null,
      type: 'self_assessment',
      age: 150,
      state: 'established',
    },
    ofOffice: true,
  },
  {
    ...{ factory: 'DMO-F1', program: 'AMFORI_BSCI', firm: 'TUVR', type: 'full', age: 180, score: '93' },
    ...{ announced: 'unannounced', state: 'established' },
  },
  {
    ...{
      factory: 'CCE-F1',
      program: 'FAIR_TRADE',
      firm: 'QIMA',
      type: 'initial',
      age: 90,
      certificate: 'FTUSA-IN-2209',
    },
    ...{ state: 'established' },
  },
  {
    ...{ factory: 'JBP-F1', program: 'GOTS', firm: 'CU', type: 'initial', age: 160, grade: 'MADE-WITH-ORGANIC' },
    ...{ certificate: 'CU 866408 GOTS-2026-06', state: 'revoked' },
    comment: 'The certification body does not know the number.',
  },
  {
    ...{
      factory: 'BYT-F1',
      program: 'SMETA',
      firm: 'BV',
      type: 'full',
      age: 240,
      grade: '4-PILLAR',
      state: 'established',
    },
  },
  {
    ...{ factory: 'MLG-F1', program: 'AMFORI_BSCI', firm: 'SGS', type: 'full', age: 300, score: '48', left: 66 },
    ...{ state: 'established' },
    findings: [{ ...overtime, steps: [{ step: 'Plan of orders with the agent, month by month', due: -3, done: -9 }] }],
  },
  {
    ...{
      factory: 'IVD-F1',
      program: 'AMFORI_BSCI',
      firm: 'TUVR',
      type: 'full',
      age: 230,
      score: '80',
      state: 'established',
    },
  },
  {
    ...{ factory: 'RVH-F1', program: 'HIGG_FEM', firm: 'ITS', type: 'full', age: 130, state: 'established' },
  },
]

/** The number of rounds in which the audits are created, because a follow-up refers to the record of an earlier audit. */
export const auditRounds = 3

const roundOf = ({ follows }: DemoAudit): number => {
  const before = follows ? demoAudits.find(({ ref }) => ref === follows) : undefined
  return before ? roundOf(before) + 1 : 0
}

const numberOf = (audit: DemoAudit, day: string) =>
  `AU-${addDays(day, -audit.age).slice(0, 4)}-${String(900 + demoAudits.indexOf(audit)).padStart(6, '0')}`

/** The months of validity of an audit; for BSCI and WRAP they depend on its score or grade. */
const monthsOf = ({ program, score, grade, months }: DemoAudit): number =>
  months ??
  (program === 'AMFORI_BSCI'
    ? Number(score) > 70
      ? 24
      : 12
    : program === 'WRAP' && grade === 'PLATINUM'
      ? 24
      : ['SA8000', 'OEKO_TEX_STEP', 'ISO_9001', 'ISO_14001', 'ISO_45001', 'SCAN'].includes(program)
        ? 36
        : 12)

const gradeOf = ({ program, score, grade }: DemoAudit): string | null => {
  if (program !== 'AMFORI_BSCI') return grade ?? null
  const points = Number(score)
  return points > 85 ? 'A' : points > 70 ? 'B' : points > 50 ? 'C' : points > 29 ? 'D' : 'E'
}

/** The records of one round; the records of later rounds refer to them by number. */
export const demoAccreditations = (round: number, day: string) =>
  demoAudits
    .filter((audit) => roundOf(audit) === round)
    .map((audit) => {
      const audit_date = addDays(day, -audit.age)
      const valid_to = audit.left === undefined ? addMonths(audit_date, monthsOf(audit)) : addDays(day, audit.left)
      const isEstablished = audit.state === 'established'
      const isDraft = audit.state === 'draft'
      const before = demoAudits.find(({ ref }) => ref !== undefined && ref === audit.follows)
      const grade = gradeOf(audit)
      const moment = (days: number) => `${addDays(audit_date, Math.min(days, audit.age))}T07:40:00.000Z`
      const isDecided = !['draft', 'submitted', 'under_review'].includes(audit.state)
      return {
        audit_no: numberOf(audit, day),
        factory_id: { factory_code: audit.factory },
        standard_program_id: { code: audit.program },
        auditing_firm_id: audit.firm ? { code: audit.firm } : null,
        audit_type: audit.type,
        audit_date,
        announced: audit.announced ?? null,
        follow_up_of_id: before ? { audit_no: numberOf(before, day) } : null,
        score: audit.score ?? null,
        grade_id: grade ? { standard_program_id: { code: audit.program }, code: grade } : null,
        certificate_no: audit.certificate ?? null,
        valid_from: audit.state === 'failed' || isDraft ? null : audit_date,
        valid_to: audit.state === 'failed' || isDraft ? null : valid_to,
        scope_text: audit.scope ?? null,
        products: audit.products ?? null,
        responsible_id: { email: office },
        notes_internal: audit.notes ?? null,
        status: isEstablished ? standingOn(valid_to, day) : audit.state,
        supplier_id: audit.ofOffice ? null : { code: audit.factory.slice(0, 3) },
        submitted_by: isDraft ? null : { email: audit.ofOffice ? office : agentOf(audit) },
        submitted_at: isDraft ? null : moment(3),
        reviewed_by: audit.state === 'under_review' || isDecided ? { email: reviewer } : null,
        reviewed_at: audit.state === 'under_review' || isDecided ? moment(5) : null,
        decision_comment: audit.comment ?? null,
        // Reminders that were due before the demo was loaded count as sent.
        notified_days: isEstablished ? toldOf(daysBetween(day, valid_to)) : null,
        findings: (audit.findings ?? []).map(({ steps = [], ...finding }) => ({
          ...finding,
          actions: steps.map(({ step, due, done, verified, responsible }) => ({
            step,
            due_on: addDays(day, due),
            responsible: responsible ?? null,
            done_on: done === undefined ? null : addDays(day, done),
            verified: verified ?? false,
            verified_by: verified ? { email: reviewer } : null,
            verified_at: verified ? `${addDays(day, (done ?? due) + 2)}T09:10:00.000Z` : null,
          })),
        })),
      }
    })

const toldOf = (left: number): number | null => noticeDays.findLast((days) => Math.max(0, left) <= days) ?? null

const agentOf = ({ factory }: DemoAudit): string => {
  const company = factory.slice(0, 3)
  const known: Record<string, string> = { GLG: 'agent@demo.test', BWK: 'agent2@demo.test' }
  return known[company] ?? `merchandising@${company.toLowerCase()}.example`
}

interface Papered {
  id: number
  supplier_id: number | null
  agent_id: number
  audit_title: string
  factory: string
  firm: string | null
  scheme: string
  certificate_no: string | null
  audit_date: string
  valid_from: string | null
  valid_to: string | null
}

/** The report or certificate of each submitted audit, and of drafts that lack details from their certificate. */
export const accreditationPapers = async (tx: Queryable): Promise<DemoEvidence[]> => {
  const audits = await tx.query<Papered>(
    `select a.id, a.supplier_id, coalesce(a.submitted_by, (select min(id) from users u
         where u.type = 'Agent' and u.supplier_id = a.supplier_id)) as agent_id, a.audit_title, f.name_en as factory,
       r.name_en as firm, p.scheme, a.certificate_no, a.audit_date::text, a.valid_from::text, a.valid_to::text
     from factory_accreditations a join factories f on f.id = a.factory_id
     join standard_programs p on p.id = a.standard_program_id left join auditing_firms r on r.id = a.auditing_firm_id
     where a.status in ('draft', 'submitted', 'under_review', 'rejected', 'expiring') order by a.id`,
  )
  return audits.map((audit) => {
    const isCertificate = audit.scheme === 'certificate'
    const day = (date: string | null) => (date ? formatDate(date, 'en') : '')
    return {
      area: 'factory-accreditations',
      record_id: audit.id,
      supplier_id: audit.supplier_id,
      agent_id: audit.agent_id,
      kind: isCertificate ? 'certificate' : 'audit_report',
      name: `${isCertificate ? 'certificate' : 'audit-report'}-${audit.id}.pdf`,
      lines: [
        isCertificate ? 'Certificate' : 'Audit report',
        audit.factory,
        audit.firm ?? 'Self-assessment',
        ...(audit.certificate_no ? [`Certificate No.: ${audit.certificate_no}`] : []),
        `Date of audit: ${day(audit.audit_date)}`,
        ...(audit.valid_from ? [`Valid from: ${day(audit.valid_from)}`] : []),
        ...(audit.valid_to ? [`Valid until: ${day(audit.valid_to)}`] : []),
      ],
    }
  })
}
