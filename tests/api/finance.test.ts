import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today, weekOf } from '#shared/base/dates.ts'
import { compare, currencyDigits, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { ledgerStates, payableStates, undecidedStates } from '#shared/trade/invoice-terms.ts'
import { confinedOffice } from '../kit/confined'
import { engines } from '../kit/db'
import { randomInvoices, type TestInvoice } from '../kit/invoices'
import { openPortal, type Person, type Portal } from '../kit/portal'

interface Sum {
  currency: string
  count: number
  amount: string
  query: string
}
interface Figure {
  name: string
  query: string
  count: number
  sums: Sum[]
  base: { amount: string; unrated: number }
  from?: string | null
  to?: string | null
}

const day = today()
const isPayable = ({ status, type, balance }: TestInvoice) =>
  (payableStates as readonly string[]).includes(status) && type !== 'proforma' && compare(balance, '0') !== 0
const owed = ({ sign, balance }: TestInvoice) => multiply(String(sign), balance)
const inBase = (invoice: TestInvoice) =>
  invoice.currency === 'GBP'
    ? round(owed(invoice), 2)
    : invoice.fx_rate
      ? round(multiply(owed(invoice), invoice.fx_rate), 2)
      : null

/** The sums that rows come to, as the answers have them. */
const sumsOf = (rows: readonly TestInvoice[]) =>
  [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    return { currency, count: own.length, amount: round(sum(own.map(owed)), currencyDigits(currency)) }
  })

describe.each(engines)('finance (%s)', (engine) => {
  let portal: Portal
  let admin: Person
  let Office: Person
  let all: TestInvoice[]

  beforeAll(async () => {
    portal = await openPortal(engine)
    ;({ admin, Office } = portal.as)
    all = await randomInvoices(portal.db, 240)
  })
  afterAll(() => portal.close())

  const read = async (who: Person, url: string) => {
    const { status, body } = await who.get(url)
    expect(status, `${url} ${JSON.stringify(body)}`).toBe(200)
    return body
  }

  /** A figure, the rows that it stands for, and the list that it leads to say the same. */
  const expectSame = async (who: Person, figure: Figure, rows: readonly TestInvoice[], label: string) => {
    expect([label, figure.count]).toEqual([label, rows.length])
    expect([label, figure.sums.map(({ query: _, ...rest }) => rest)]).toEqual([label, sumsOf(rows)])
    const { total } = await who.get(`/api/invoices?${figure.query}&_start=0&_end=1`)
    expect([label, total]).toEqual([label, figure.count])
    const totals = await read(who, `/api/invoices/totals?${figure.query}`)
    expect([
      label,
      totals.sums.map(({ currency, balance }: Record<string, string>) => [currency, Number(balance)]),
    ]).toEqual([label, figure.sums.map(({ currency, amount }) => [currency, Number(amount)])])
    for (const { currency, count, query } of figure.sums) {
      const own = await who.get(`/api/invoices?${query}&_start=0&_end=1`)
      expect([label, currency, own.total]).toEqual([label, currency, count])
    }
  }

  const ofWindow = (name: string) => (invoice: TestInvoice) => {
    const { due_date } = invoice
    if (!isPayable(invoice)) return false
    if (due_date === null) return name === 'unknown'
    const sunday = weekOf(day).to
    if (due_date < day) return name === 'overdue'
    if (due_date <= sunday) return name === 'this_week'
    return due_date <= addDays(sunday, 28) ? name === 'next_weeks' : name === 'later'
  }

  it('says what is due, as the rows and the lists do', async () => {
    const overview = await read(Office, '/api/finance/overview')
    expect(overview.day).toBe(day)
    await expectSame(Office, overview.total, all.filter(isPayable), 'total')
    for (const figure of overview.due as Figure[]) {
      const rows = all.filter(ofWindow(figure.name))
      expect(rows.length, figure.name).toBeGreaterThan(0)
      await expectSame(Office, figure, rows, figure.name)
      const known = rows.map(inBase)
      expect(figure.base).toEqual({
        amount: round(sum(known.flatMap((amount) => amount ?? [])), 2),
        unrated: known.filter((amount) => amount === null).length,
      })
    }
  })

  it('counts by one day in lists and in the ageing, where the day of the portal is not that of UTC', async () => {
    const { TZ } = process.env
    const invoice = all.find(
      ({ status, type, supplier_id }) => status === 'approved' && type === 'commercial' && supplier_id === 60,
    )
    const isDue = (due_date: string | null | undefined) =>
      portal.db.query('update invoices set due_date = $2 where id = $1', [invoice?.id, due_date])
    // A zone whose day is another one now.
    process.env.TZ = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12'
    try {
      const here = today()
      expect(here).not.toBe(today('UTC'))
      for (const days of [-1, 0, 1]) {
        const due_date = addDays(here, days)
        await isDue(due_date)
        const { body } = await Office.get(`/api/invoices?overdue=true&id=${invoice?.id}&due_date=${due_date}`)
        expect([days, body.length]).toEqual([days, days < 0 ? 1 : 0])
      }
    } finally {
      await isDue(invoice?.due_date)
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })

  it('plans the cash of every week, which adds up to what is owed', async () => {
    const { weeks, total } = await read(Office, '/api/finance/overview')
    expect(weeks).toHaveLength(15)
    for (const week of weeks as Figure[]) {
      const { from = null, to = null } = week
      const rows = all.filter(
        (invoice) =>
          isPayable(invoice) &&
          (from === null && to === null
            ? invoice.due_date === null
            : invoice.due_date !== null && (!from || invoice.due_date >= from) && (!to || invoice.due_date <= to)),
      )
      await expectSame(Office, week, rows, `${from} ${to}`)
    }
    expect((weeks as Figure[]).reduce((count, week) => count + week.count, 0)).toBe(total.count)
    expect(sum((weeks as Figure[]).map(({ base }) => base.amount))).toBe(total.base.amount)
  })

  it('says what is stuck and why, and which exceptions wait', async () => {
    const { stuck, exceptions } = await read(Office, '/api/finance/overview')
    const waits = (invoice: TestInvoice) =>
      (invoice.type === 'commercial' || invoice.type === 'deposit') &&
      ([...undecidedStates, ...payableStates] as string[]).includes(invoice.status) &&
      compare(invoice.balance, '0') !== 0
    const reasons: Record<string, (invoice: TestInvoice) => boolean> = {
      review: ({ status }) => status === 'submitted',
      disputed: ({ status }) => status === 'disputed',
      exception: ({ status, match_status }) =>
        (undecidedStates as readonly string[]).includes(status) && match_status === 'exception',
      no_bank_account: waits,
    }
    for (const figure of stuck as Figure[]) {
      const { total } = await Office.get(`/api/invoices?${figure.query}&_start=0&_end=1`)
      expect([figure.name, total]).toEqual([figure.name, figure.count])
      const test = reasons[figure.name]
      if (test) await expectSame(Office, figure, all.filter(test), figure.name)
    }
    const withoutDay = (stuck as Figure[]).filter(({ name }) =>
      ['no_bl', 'no_departure', 'no_receipt', 'no_documents', 'no_due_date'].includes(name),
    )
    expect(withoutDay.reduce((count, figure) => count + figure.count, 0)).toBe(
      all.filter((invoice) => waits(invoice) && invoice.due_date === null).length,
    )
    expect((exceptions as Figure[]).map(({ name }) => name)).toEqual(['qty_over', 'price_diff', 'docs_missing'])
    for (const figure of exceptions as Figure[])
      await expectSame(
        Office,
        figure,
        all.filter(
          ({ status, exceptions: codes }) =>
            (undecidedStates as readonly string[]).includes(status) && codes.includes(figure.name),
        ),
        figure.name,
      )
  })

  it('says how long approvals take now and took before, and how many invoices had exceptions', async () => {
    const { approval, rate } = await read(Office, '/api/finance/overview')
    const from = addDays(day, -90)
    const earlier = addDays(from, -90)
    for (const [name, first, last] of [
      ['now', from, '9999'],
      ['before', earlier, from],
    ] as const) {
      const within = (moment: string | null) => moment !== null && moment >= first && moment < last
      const days = all
        .filter(({ approved_at }) => within(approved_at))
        .map(
          ({ approved_at, submitted_at }) =>
            (Date.parse(approved_at ?? '') - Date.parse(submitted_at ?? '')) / 86_400_000,
        )
        .sort((a, b) => a - b)
      const percentile = (share: number) => {
        const at = share * (days.length - 1)
        const [low = 0, high = 0] = [days[Math.floor(at)], days[Math.ceil(at)]]
        return Math.round((low + (high - low) * (at - Math.floor(at))) * 10) / 10
      }
      expect(days.length).toBeGreaterThan(3)
      expect(approval[name].count).toBe(days.length)
      expect(approval[name].median_days).toBeCloseTo(percentile(0.5), 0)
      expect(approval[name].p90_days).toBeCloseTo(percentile(0.9), 0)
      const submitted = all.filter(({ submitted_at }) => within(submitted_at))
      expect(rate[name].submitted).toBe(submitted.length)
      expect(rate[name].exceptions).toBe(submitted.filter(({ match_status }) => match_status === 'exception').length)
      for (const [query, count] of [
        [approval[name].query, approval[name].count],
        [rate[name].submitted_query, rate[name].submitted],
        [rate[name].exceptions_query, rate[name].exceptions],
      ])
        expect((await Office.get(`/api/invoices?${query}&_start=0&_end=1`)).total).toBe(count)
    }
  })

  it('shows one supplier where one is chosen, and confined people only theirs', async () => {
    const own = all.filter((invoice) => isPayable(invoice) && invoice.supplier_id === 61)
    const chosen = await read(Office, '/api/finance/overview?supplier_id=61')
    await expectSame(Office, chosen.total, own, 'supplier 61')
    const confined = await confinedOffice(portal, [61])
    const seen = await read(confined, '/api/finance/overview')
    expect([seen.total.count, seen.total.sums.map(({ amount }: Sum) => amount)]).toEqual([
      own.length,
      chosen.total.sums.map(({ amount }: Sum) => amount),
    ])
    for (const url of ['overview?', 'ageing?', 'statement?', 'ageing/export?', 'statement/export?', 'statement.pdf?'])
      expect([url, (await confined.get(`/api/finance/${url}supplier_id=60`)).status]).toEqual([url, 404])
    const { rows } = await read(confined, '/api/finance/ageing')
    expect(new Set(rows.map(({ supplier_id }: { supplier_id: number }) => supplier_id))).toEqual(new Set([61]))
  })

  it('ages what is owed by supplier and currency', async () => {
    const { rows, base_currency } = await read(Office, '/api/finance/ageing')
    expect(base_currency).toBe('GBP')
    const ageOf = ({ due_date }: TestInvoice) => {
      if (due_date === null) return 'unknown'
      if (due_date >= day) return 'not_due'
      return due_date >= addDays(day, -30)
        ? 'days_30'
        : due_date >= addDays(day, -60)
          ? 'days_60'
          : due_date >= addDays(day, -90)
            ? 'days_90'
            : 'older'
    }
    expect(rows.length).toBe(
      new Set(all.filter(isPayable).map(({ supplier_id, currency }) => `${supplier_id} ${currency}`)).size,
    )
    for (const row of rows) {
      const own = all.filter(
        (invoice) => isPayable(invoice) && invoice.supplier_id === row.supplier_id && invoice.currency === row.currency,
      )
      expect([row.count, row.amount]).toEqual([own.length, sumsOf(own)[0]?.amount])
      for (const { name, count, amount, query } of row.buckets) {
        const inBucket = own.filter((invoice) => ageOf(invoice) === name)
        expect([name, count, amount]).toEqual([
          name,
          inBucket.length,
          sumsOf(inBucket)[0]?.amount ?? round('0', currencyDigits(row.currency)),
        ])
        expect((await Office.get(`/api/invoices?${query}&_start=0&_end=1`)).total).toBe(count)
      }
    }
    const file = await Office.get('/api/finance/ageing/export?format=csv')
    expect(file.status).toBe(200)
    expect(String(file.headers['content-disposition'])).toContain(`ageing-${day}.csv`)
    expect(String(file.body).trim().split('\r\n')).toHaveLength(rows.length + 1)
    expect((await Office.get('/api/finance/ageing/export')).status).toBe(200)
  })

  it('states an account that opens, moves and closes with what is owed', async () => {
    for (const supplier of [60, 61]) {
      const own = all.filter(
        (invoice) =>
          invoice.supplier_id === supplier &&
          (ledgerStates as readonly string[]).includes(invoice.status) &&
          invoice.type !== 'proforma',
      )
      const from = addDays(day, -60)
      const { accounts } = await read(Office, `/api/finance/statement?supplier_id=${supplier}&from=${from}&to=${day}`)
      const { rows } = await read(Office, `/api/finance/ageing?supplier_id=${supplier}`)
      for (const account of accounts) {
        const digits = currencyDigits(account.currency)
        const inCurrency = own.filter(({ currency }) => currency === account.currency)
        const aged = rows.find(({ currency }: { currency: string }) => currency === account.currency)
        // The ageing leaves out what is settled; the account ends with the same amount.
        expect(account.closing).toBe(aged?.amount ?? round('0', digits))
        const before = inCurrency.flatMap(({ sign, total, invoice_date, payments }) => [
          ...(invoice_date < from ? [multiply(String(sign), total)] : []),
          ...payments
            .filter(({ paid_on }) => paid_on < from)
            .map(({ paid_amount, discount }) => multiply(String(-sign), sum([paid_amount, discount]))),
        ])
        expect(account.opening).toBe(round(sum(before), digits))
        expect(round(sum([account.opening, account.invoiced, account.settled]), digits)).toBe(account.closing)
        expect(account.entries.at(-1)?.balance ?? account.opening).toBe(account.closing)
        const days = account.entries.map((entry: { day: string }) => entry.day)
        expect(days).toEqual([...days].sort())
      }
    }
  })

  it('counts on the dashboard what the lists count, with what is owed in each currency', async () => {
    interface Tile {
      name: string
      area: string
      query: string
      count: number
      sums?: { currency: string; balance: string }[]
    }
    const tilesOf = async (who: Person): Promise<Tile[]> =>
      (await read(who, '/api/dashboard/tiles')).tiles.filter(({ area }: Tile) => area === 'invoices')
    const { from, to } = weekOf(day)
    const undecided = (...states: string[]) => all.filter(({ status }) => states.includes(status))
    const due = (invoice: TestInvoice, first: string, last: string) =>
      isPayable(invoice) && invoice.due_date !== null && invoice.due_date >= first && invoice.due_date <= last
    const expected: [Person, Record<string, TestInvoice[]>][] = [
      [
        Office,
        {
          invoices_to_review: undecided('submitted', 'under_review'),
          invoices_disputed: undecided('disputed'),
          invoices_overdue: all.filter((invoice) => due(invoice, '1900-01-01', addDays(day, -1))),
          payable_week: all.filter((invoice) => due(invoice, from, to)),
        },
      ],
      [
        portal.as.Agent,
        {
          invoices_to_answer: undecided('disputed').filter(({ supplier_id }) => supplier_id === 60),
          invoices_unpaid: all.filter((invoice) => isPayable(invoice) && invoice.supplier_id === 60),
        },
      ],
      [portal.as.staff, {}],
    ]
    for (const [who, byName] of expected) {
      const tiles = await tilesOf(who)
      expect(tiles.map(({ name, count }) => [name, count])).toEqual(
        Object.entries(byName).map(([name, rows]) => [name, rows.length]),
      )
      for (const { name, query, count, sums } of tiles) {
        expect([name, (await who.get(`/api/invoices?${query}&_start=0&_end=1`)).total]).toEqual([name, count])
        if (sums)
          expect(sums.map(({ currency, balance }) => [currency, Number(balance)])).toEqual(
            sumsOf(byName[name] ?? []).map(({ currency, amount }) => [currency, Number(amount)]),
          )
      }
    }
  })

  it('gives agents their own statement and nobody else’s, and no other page', async () => {
    const { Agent, staff, user } = portal.as
    const own = await read(Agent, '/api/finance/statement')
    expect(own.supplier.id).toBe(60)
    expect(own).toEqual(await read(Office, '/api/finance/statement?supplier_id=60'))
    expect(await read(portal.otherAgent, '/api/finance/statement')).toEqual(
      await read(Office, '/api/finance/statement?supplier_id=61'),
    )
    for (const path of ['statement', 'statement.pdf', 'statement/export']) {
      expect([path, (await Agent.get(`/api/finance/${path}?supplier_id=61`)).status]).toEqual([path, 404])
      expect([path, (await Office.get(`/api/finance/${path}`)).status]).toEqual([path, 404])
      for (const who of [staff, user]) expect((await who.get(`/api/finance/${path}`)).status).toBe(403)
      expect((await portal.nobody.get(`/api/finance/${path}`)).status).toBe(401)
    }
    const unplaced = await portal.person({ type: 'Agent', supplier_id: null })
    expect((await unplaced.get('/api/finance/statement')).status).toBe(404)
    for (const who of [Agent, staff, user])
      for (const path of ['overview', 'ageing', 'ageing/export', 'journal.csv', 'journal/batches'])
        expect([path, (await who.get(`/api/finance/${path}`)).status]).toEqual([path, 403])
    for (const path of ['journal.csv?from=2026-01-01&to=2026-01-31', 'journal/batches'])
      expect([path, (await Office.get(`/api/finance/${path}`)).status]).toEqual([path, 403])
    expect((await Office.post('/api/finance/journal/batches', { from: day, to: day })).status).toBe(403)
    // Why the office has not paid yet is the office's own.
    expect((await Agent.get('/api/invoices?stuck=second_approval')).status).toBe(400)
    for (const query of ['from=2026-02-30', 'from=2026-03-02&to=2026-03-01', 'page=1', 'supplier_id=x'])
      expect([
        query,
        (
          await Office.get(
            `/api/finance/statement?supplier_id=60&${query}`.replace('supplier_id=60&supplier_id', 'supplier_id'),
          )
        ).status,
      ]).toEqual([query, 400])
  })

  it('prints the statement in both languages and writes it as a workbook', { timeout: 120_000 }, async () => {
    for (const language of ['en', 'zh', 'both']) {
      const paper = await portal.as.Agent.send({
        method: 'GET',
        url: `/api/finance/statement.pdf?language=${language}`,
      })
      expect(paper.statusCode, paper.body.slice(0, 200)).toBe(200)
      expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect(String(paper.headers['content-disposition'])).toMatch(/statement-.*\.pdf/)
    }
    expect((await Office.get('/api/finance/statement.pdf?supplier_id=60&language=fr')).status).toBe(400)
    const book = await Office.send({ method: 'GET', url: '/api/finance/statement/export?supplier_id=60' })
    expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const csv = await Office.get('/api/finance/statement/export?supplier_id=60&format=csv')
    const { accounts } = await read(Office, '/api/finance/statement?supplier_id=60')
    const entries = accounts.reduce(
      (count: number, { entries }: { entries: unknown[] }) => count + entries.length + 2,
      1,
    )
    expect(String(csv.body).trim().split('\r\n')).toHaveLength(entries)
  })

  describe('the journal', () => {
    const rowsOf = (text: string) => {
      const [head = '', ...lines] = text
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n')
      const names = head.split(',')
      return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell]))) as Record<
        string,
        string
      >[]
    }
    const wide = `from=${addDays(day, -400)}&to=${addDays(day, 30)}`
    const journal = async (query: string) => {
      const { status, body } = await admin.get(`/api/finance/journal.csv?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return String(body)
    }

    it('posts every document so that it balances, in its currency and in the base currency', async () => {
      const rows = rowsOf(await journal(`${wide}&all=true`))
      const byDocument = new Map<string, Record<string, string>[]>()
      rows.forEach((row) => {
        const key = [row.date, row.kind, row.document].join()
        byDocument.set(key, [...(byDocument.get(key) ?? []), row])
      })
      for (const [key, own] of byDocument) {
        const side = (name: string) => sum(own.map((row) => row[name] || '0'))
        expect([key, compare(side('debit'), side('credit'))]).toEqual([key, 0])
        expect([key, compare(side('base_debit'), side('base_credit'))]).toEqual([key, 0])
      }
      const posted = all.filter(({ approved_at, type }) => approved_at && type !== 'proforma')
      const of = (kind: string) => [...byDocument.keys()].filter((key) => key.split(',')[1] === kind)
      expect(of('invoice')).toHaveLength(posted.length)
      expect(of('void')).toHaveLength(posted.filter(({ status }) => status === 'void').length)
      expect(of('set_off').length).toBeGreaterThan(0)
    })

    it('leaves on the account of payables what is owed', async () => {
      const rows = rowsOf(await journal(`${wide}&all=true`)).filter(({ what }) => what === 'payables')
      for (const currency of ['GBP', 'USD', 'JPY', 'KWD']) {
        const own = rows.filter((row) => row.currency === currency)
        const balance = subtract(sum(own.map(({ credit }) => credit || '0')), sum(own.map(({ debit }) => debit || '0')))
        const rowsOwed = all.filter((invoice) => isPayable(invoice) && invoice.currency === currency)
        expect([currency, round(balance, currencyDigits(currency))]).toEqual([
          currency,
          round(sum(rowsOwed.map(owed)), currencyDigits(currency)),
        ])
      }
    })

    it('posts what a run has paid to the ledger account of its bank', async () => {
      const [account] = await portal.make('paying-accounts', [
        {
          ...{ name: 'Main account', account_holder: 'Retail Ltd', bank_country: 'HK', currency: 'USD' },
          ...{ account_no: '601234567', bic: 'HASEHKHH', ledger_account: '1277', status: 'active' },
        },
      ])
      await portal.db.query(
        `insert into payment_runs (run_no, currency, due_until, execution_date, paying_account_id, status)
         values ('PR-LEDGER', 'USD', $1, $1, $2, 'settled')`,
        [day, account?.id],
      )
      const paid = all.find(({ type, payments }) => type === 'commercial' && payments.length > 0)
      await portal.db.query(`update invoice_payments set payment_run_no = 'PR-LEDGER' where invoice_id = $1`, [
        paid?.id,
      ])
      const banks = rowsOf(await journal(`${wide}&all=true`)).filter(({ what }) => what === 'bank')
      const accountsOf = (isOfRun: boolean) =>
        new Set(banks.filter(({ reference }) => (reference === 'PR-LEDGER') === isOfRun).map(({ account }) => account))
      expect([accountsOf(true), accountsOf(false)]).toEqual([new Set(['1277']), new Set(['1200'])])
    })

    it('exports each row once, and the same batch with the same bytes', async () => {
      const before = rowsOf(await journal(wide))
      const half = addDays(day, -60)
      const first = await admin.post('/api/finance/journal/batches', { from: addDays(day, -400), to: half })
      expect(first.status, JSON.stringify(first.body)).toBe(201)
      const file = await journal(`batch=${first.body.batch_no}`)
      expect(rowsOf(file)).toHaveLength(first.body.rows_qty)
      const rest = rowsOf(await journal(wide))
      expect(rest.length + first.body.rows_qty).toBe(before.length)
      // Two people at once: each row is in one of their batches.
      const [left, right] = await Promise.all(
        [1, 2].map(() =>
          admin.post('/api/finance/journal/batches', { from: addDays(day, -400), to: addDays(day, 30) }),
        ),
      )
      expect([left?.status, right?.status].sort()).toEqual([201, 422])
      expect(rowsOf(await journal(wide))).toEqual([])
      expect(rowsOf(await journal(`${wide}&all=true`))).toHaveLength(before.length)
      // What changes later is in later batches.
      await portal.db.query(`update suppliers set supplier_name = supplier_name || ' Ltd' where id = 60`)
      expect(await journal(`batch=${first.body.batch_no}`)).toBe(file)
      const { batches } = await read(admin, '/api/finance/journal/batches')
      expect(batches.map(({ batch_no }: { batch_no: number }) => batch_no)).toEqual([2, 1])
      expect((await admin.get('/api/finance/journal.csv?batch=9')).status).toBe(404)
      const nothing = await admin.post('/api/finance/journal/batches', { from: day, to: day })
      expect([nothing.status, Object.keys(nothing.body.errors)]).toEqual([422, ['to']])
      const ancient = await admin.post('/api/finance/journal/batches', { from: '0000-01-01', to: day })
      expect([ancient.status, Object.keys(ancient.body.errors ?? {})]).toEqual([422, ['from']])
      for (const query of ['', 'from=2026-01-01', 'from=2026-01-02&to=2026-01-01', 'batch=x'])
        expect([query, (await admin.get(`/api/finance/journal.csv?${query}`)).status]).toEqual([query, 400])
    })
  })
})
