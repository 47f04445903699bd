import type { Work } from '#server/kit/kit.ts'
import { addDays } from '#shared/base/dates.ts'

type State = 'draft' | 'submitted' | 'checked' | 'active' | 'rejected' | 'suspended' | 'replaced' | 'closed'

interface DemoAccount {
  code: string
  status: State
  /** The days since the account was entered. */
  days: number
  details: Record<string, string>
  answer?: string
}

/** Bank accounts of invented companies at real banks; the numbers are valid by their countries' rules, but not in use. */
const accounts: readonly DemoAccount[] = [
  {
    code: 'GLG',
    status: 'replaced',
    days: 400,
    details: {
      account_holder: 'Golden Loom Garment Co., Ltd.',
      bank_name: 'Industrial and Commercial Bank of China, Ningbo Branch',
      bank_country: 'CN',
      currency: 'USD',
      account_no: '39012015200000168',
      bic: 'ICBKCNBJNBO',
      clearing_code: '102100099996',
    },
  },
  {
    code: 'GLG',
    status: 'active',
    days: 210,
    details: {
      account_holder: 'Golden Loom Garment Co., Ltd.',
      bank_name: 'Bank of China, Ningbo Branch',
      bank_country: 'CN',
      currency: 'USD',
      account_no: '35200000016842',
      bic: 'BKCHCNBJ92A',
      clearing_code: '104100000004',
    },
  },
  {
    code: 'GLG',
    status: 'submitted',
    days: 2,
    details: {
      account_holder: '宁波金梭制衣有限公司',
      bank_name: '中国银行宁波市分行',
      branch_name: '鄞州支行',
      bank_country: 'CN',
      currency: 'CNY',
      account_no: '35200000077310',
      clearing_code: '104100000004',
    },
  },
  {
    code: 'GLG',
    status: 'draft',
    days: 1,
    details: {
      account_holder: 'Golden Loom Garment Co., Ltd.',
      bank_name: 'The Hongkong and Shanghai Banking Corporation',
      bank_country: 'HK',
      currency: 'EUR',
      account_no: '808123456838',
      bic: 'HSBCHKHHHKH',
      clearing_code: '004',
    },
  },
  {
    code: 'BWK',
    status: 'checked',
    days: 5,
    details: {
      account_holder: 'Bluewater Trading (Hong Kong) Limited',
      bank_name: 'Hang Seng Bank',
      bank_country: 'HK',
      currency: 'USD',
      account_no: '239456789001',
      bic: 'HASEHKHH',
      clearing_code: '024',
    },
  },
  {
    code: 'BWK',
    status: 'rejected',
    days: 30,
    details: {
      account_holder: 'Min Huang',
      bank_name: 'China Merchants Bank, Dongguan Branch',
      bank_country: 'CN',
      currency: 'USD',
      account_no: '6214850000000361',
      bic: 'CMBCCNBS',
      clearing_code: '308584000013',
    },
    answer: 'The account is in a private name. Please give an account of the company.',
  },
  {
    code: 'SMS',
    status: 'suspended',
    days: 160,
    details: {
      account_holder: '绍兴桑巷丝绸服饰有限公司',
      bank_name: '中国农业银行绍兴分行',
      bank_country: 'CN',
      currency: 'CNY',
      account_no: '19501001040001188',
      clearing_code: '103100000026',
    },
    answer: 'The supplier reported letters with false bank details in its name.',
  },
  {
    code: 'SMS',
    status: 'closed',
    days: 380,
    details: {
      account_holder: '绍兴桑巷丝绸服饰有限公司',
      bank_name: '中国建设银行绍兴分行',
      bank_country: 'CN',
      currency: 'CNY',
      account_no: '33050165200000001188',
      clearing_code: '105100000017',
    },
    answer: 'The supplier closed it with its bank.',
  },
  {
    code: 'BWK',
    status: 'active',
    days: 320,
    details: {
      account_holder: 'Dongguan Bluewater Knitting Co., Ltd.',
      bank_name: 'Bank of China, Dongguan Branch',
      bank_country: 'CN',
      currency: 'USD',
      account_no: '68200000031907',
      bic: 'BKCHCNBJ44A',
      clearing_code: '104100000004',
    },
  },
  {
    code: 'HBS',
    status: 'active',
    days: 260,
    details: {
      account_holder: 'Harbour Lantern Sourcing (Hong Kong) Limited',
      bank_name: 'Hang Seng Bank',
      bank_country: 'HK',
      currency: 'USD',
      account_no: '239771204883',
      bic: 'HASEHKHH',
      clearing_code: '024',
    },
  },
  {
    code: 'PDK',
    status: 'active',
    days: 240,
    details: {
      account_holder: 'Padma Delta Knitwear Ltd.',
      bank_name: 'Eastern Bank PLC, Gulshan Branch',
      bank_country: 'BD',
      currency: 'USD',
      account_no: '1041070556120',
      bic: 'EBLDBDDH',
    },
  },
  {
    code: 'SLS',
    status: 'active',
    days: 200,
    details: {
      account_holder: 'Saigon Lotus Sportswear Co., Ltd.',
      bank_name: 'Vietcombank, Ho Chi Minh City Branch',
      bank_country: 'VN',
      currency: 'USD',
      account_no: '0071370904417',
      bic: 'BFTVVNVX',
    },
  },
  {
    code: 'BYT',
    status: 'active',
    days: 300,
    details: {
      account_holder: 'Boğaz Yıldızı Tekstil Sanayi ve Ticaret A.Ş.',
      bank_name: 'Garanti BBVA, Laleli',
      bank_country: 'TR',
      currency: 'EUR',
      iban: 'TR830006200010012300456789',
      bic: 'TGBATRIS',
    },
  },
  {
    code: 'CCE',
    status: 'active',
    days: 280,
    details: {
      account_holder: 'Cauvery Cotton Exports Private Limited',
      bank_name: 'State Bank of India, Tiruppur',
      bank_country: 'IN',
      currency: 'USD',
      account_no: '30561209907',
      bic: 'SBININBB',
      clearing_code: 'SBIN0000935',
    },
  },
  {
    code: 'IVD',
    status: 'active',
    days: 220,
    details: {
      account_holder: 'Indus Vale Denim Mills (Private) Limited',
      bank_name: 'MCB Bank, Karachi',
      bank_country: 'PK',
      currency: 'USD',
      iban: 'PK39MUCB0004129001234567',
      bic: 'MUCBPKKA',
    },
  },
]

/** The demo's bank accounts, in every state, with the people who entered, verified and approved them. */
export const demoBankAccounts = (day: string) =>
  accounts.map(({ code, status, days, details, answer }) => {
    const agent = { email: agentOf(code) }
    const at = (after: number) => `${addDays(day, after - days)}T0${2 + Math.min(after, 5)}:15:00.000Z`
    const isChecked = status !== 'draft' && status !== 'submitted' && status !== 'rejected'
    const isApproved = isChecked && status !== 'checked'
    return {
      supplier_id: { code },
      ...details,
      status,
      answer: answer ?? null,
      entered_by: agent,
      ...(status === 'draft' ? {} : { submitted_by: agent, submitted_at: at(0) }),
      ...(isChecked
        ? {
            called_person: 'Finance department',
            called_number: phones[code] ?? null,
            called_on: addDays(day, 1 - days),
            checked_by: { email: 'admin@demo.test' },
            checked_at: at(1),
          }
        : {}),
      ...(isApproved ? { approved_by: { email: 'admin2@demo.test' }, approved_at: at(2) } : {}),
    }
  })

const agentOf = (code: string) =>
  ({ GLG: 'agent@demo.test', BWK: 'agent2@demo.test' })[code] ?? `merchandising@${code.toLowerCase()}.example`

const phones: Record<string, string> = {
  GLG: '+86 574 5550 0168',
  BWK: '+86 769 5550 0036',
  SMS: '+86 575 5550 1188',
  HBS: '+852 5550 2214',
  PDK: '+880 2 5550 1170',
  SLS: '+84 28 5550 3366',
  BYT: '+90 212 555 0041',
  CCE: '+91 421 555 0412',
  IVD: '+92 21 5550 0205',
}

/** Gives the accounts the dates and history that led to their state, instead of those of the moment of their creation. */
export const dateBankAccounts = async ({ tx }: Work, ids: readonly number[]): Promise<void> => {
  await tx.query(`delete from history where area = 'supplier-bank-accounts' and record_id = any($1::bigint[])`, [ids])
  await tx.query(
    `insert into history (at, actor_id, actor_name, actor_role, area, record_id, document_area, document_id, action,
       from_status, to_status, comment, changes)
     select s.at, u.id, coalesce(u.full_name, 'system'), coalesce(u.type, 'admin'), 'supplier-bank-accounts', a.id,
       'supplier-bank-accounts', a.id, s.action, s.from_status, s.to_status, s.comment, '[]'
     from supplier_bank_accounts a
       cross join lateral (values
         (1, coalesce(a.submitted_at, a.created_at), a.entered_by, 'create', null, 'draft', null),
         (2, a.submitted_at, a.submitted_by, 'submit', 'draft', 'submitted', null),
         (3, a.checked_at, a.checked_by, 'check', 'submitted', 'checked', null),
         (4, a.approved_at, a.approved_by, 'approve', 'checked', 'active', null),
         (5, case when a.status = 'rejected' then a.submitted_at + interval '1 day' end, a.checked_by, 'reject',
           'submitted', 'rejected', a.answer),
         (6, case when a.status in ('suspended', 'closed') then a.approved_at + interval '60 days' end, a.approved_by,
           case a.status when 'suspended' then 'suspend' else 'close' end, 'active', a.status, a.answer),
         (7, case when a.status = 'replaced' then a.approved_at + interval '190 days' end, null, 'replace', 'active',
           'replaced', null)) as s(place, at, actor, action, from_status, to_status, comment)
       left join users u on u.id = s.actor
     where a.id = any($1::bigint[]) and s.at is not null
     order by s.at, a.id, s.place`,
    [ids],
  )
}
