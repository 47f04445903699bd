import { gatherMail, queueMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, supplierPeople, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { daysBetween, formatDate } from '#shared/base/dates.ts'
import type { Language } from '#shared/kit/text.ts'
import { textOf } from '#shared/kit/text.ts'
import { factoryAccreditations } from '../area'

interface Names {
  factory: string
  factory_zh: string | null
  program: string
  program_zh: string | null
}

const namesOf = async ({ tx }: Work, { id }: Doc): Promise<Names | undefined> => {
  const [names] = await tx.query<Names>(
    `select f.name_en as factory, f.name_zh as factory_zh, p.name_en as program, p.name_zh as program_zh
     from factory_accreditations a join factories f on f.id = a.factory_id
     join standard_programs p on p.id = a.standard_program_id where a.id = $1`,
    [id],
    'accreditation_names',
  )
  return names
}

const namesIn = ({ factory, factory_zh, program, program_zh }: Names, language: Language) =>
  language === 'zh' ? { factory: factory_zh || factory, program: program_zh || program } : { factory, program }

/** The users of all suppliers that the factory works for. */
const peopleOfFactory = async ({ tx }: Work, factory: unknown): Promise<Recipient[]> => {
  const suppliers = await tx.query<{ supplier_id: number }>(
    'select supplier_id from factory_suppliers where factory_id = $1 order by supplier_id',
    [factory],
    'accreditation_suppliers',
  )
  const people: Recipient[] = []
  for (const { supplier_id } of suppliers) people.push(...(await supplierPeople(tx, supplier_id)))
  return people
}

const officePerson = ({ tx }: Work, { responsible_id, reviewed_by }: Doc) =>
  tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where id = coalesce($1::bigint, $2::bigint) and type in ('admin', 'Office') and status = 'active'
       and archived_at is null`,
    [responsible_id ?? null, reviewed_by ?? null],
    'accreditation_office',
  )

/** Notifies suppliers and the office that an accreditation expires; expiries at about the same time share a mail. */
export const notifyExpiry = async (work: Work, audit: Doc) => {
  const names = await namesOf(work, audit)
  const until = String(audit.valid_to)
  const daysLeft = daysBetween(work.context.today, until)
  if (!names) return
  const people = uniqueByAddress([
    ...(await peopleOfFactory(work, audit.factory_id)),
    ...(await officePerson(work, audit)),
  ])
  for (const { name, email, language } of people)
    await gatherMail(
      work.tx,
      {
        mail: daysLeft < 0 ? 'accreditation_expired' : 'accreditation_expiring',
        to: email,
        language,
        params: {
          name,
          ...namesIn(names, language),
          until: formatDate(until, language),
          days: Math.max(0, daysLeft),
          path: `${factoryAccreditations.path}/${audit.id}`,
        },
      },
      { line: 'accreditation', list: `${factoryAccreditations.path}?status_in=expiring,expired&is_current=true` },
    )
}

/** Notifies the supplier that submitted the audit of the decision; with `all`, every supplier of the factory. */
export const notifyDecision = async (work: Work, audit: Doc, { all }: { all: boolean }) => {
  const names = await namesOf(work, audit)
  if (!names) return
  const people = all
    ? await peopleOfFactory(work, audit.factory_id)
    : audit.supplier_id
      ? await supplierPeople(work.tx, audit.supplier_id)
      : []
  for (const { name, email, language } of uniqueByAddress(people))
    await queueMail(work.tx, {
      mail: 'accreditation_decided',
      to: email,
      language,
      params: {
        name,
        ...namesIn(names, language),
        audit: String(audit.audit_title),
        state: textOf(`areas.${factoryAccreditations.name}.states.${audit.status}`),
        comment: String(audit.decision_comment ?? '') || '–',
        path: `${factoryAccreditations.path}/${audit.id}`,
      },
    })
}

/** Alerts the administrators to a zero-tolerance finding, and whether the factory was suspended. */
export const alertAdmins = async (work: Work, audit: Doc, factory: { status: string; isSuspended: boolean }) => {
  const names = await namesOf(work, audit)
  if (!names) return
  const admins = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where (type = 'admin' or is_super_user = 1) and status = 'active' and archived_at is null order by id`,
    [],
    'accreditation_admins',
  )
  const outcome = factory.isSuspended
    ? textOf('mail.zero_tolerance.suspended')
    : textOf('mail.zero_tolerance.not_suspended', { state: textOf(`areas.factories.states.${factory.status}`) })
  for (const { name, email, language } of uniqueByAddress(admins))
    await queueMail(work.tx, {
      mail: 'zero_tolerance',
      to: email,
      language,
      params: {
        name,
        ...namesIn(names, language),
        audit: String(audit.audit_title),
        by: work.me.name,
        outcome,
        path: `${factoryAccreditations.path}/${audit.id}`,
      },
    })
}
