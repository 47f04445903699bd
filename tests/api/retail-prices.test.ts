import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import minorUnits from '#server/migrations/0050_minor_units.sql?raw'
import { engines } from '../kit/db'
import { draft, openPortal, type Portal } from '../kit/portal'
import { askForPrices } from './retail-prices-kit'

const area = '/api/po-line-rrps'

describe.each(engines)('retail prices of order lines (%s)', (engine) => {
  let portal: Portal
  let orders = 0

  beforeAll(async () => {
    portal = await openPortal(engine)
    await askForPrices(portal)
  }, 240_000)
  afterAll(() => portal.close())

  /** An order of a category below one that asks for prices, with the prices that its first line has. */
  const order = async (changes: Record<string, unknown> = {}) => {
    orders += 1
    const { status, body } = await portal.as.Office.post('/api/purchase-orders', draft(`RRP-${orders}`, changes))
    expect([status, body.errors]).toEqual([201, undefined])
    return { ...body, prices: await pricesOf(body.id) }
  }
  const pricesOf = async (id: number) =>
    (await portal.as.admin.get(`${area}?purchase_order_id=${id}&_sort=market&_order=asc`)).body
  const move = async (who: 'Office' | 'otherOffice' | 'admin' | 'Agent', id: number, name: string, inputs = {}) => {
    const person = who === 'otherOffice' ? portal.otherOffice : portal.as[who]
    const { body } = await portal.as.admin.get(`${area}/${id}`)
    return person.post(`${area}/${id}/moves/${name}`, { ...inputs, version: body.version })
  }
  const issue = (id: number) =>
    portal.db.query(`update purchase_orders set status = 'issued', issued_at = now() where id = $1`, [id])
  /** A price that is released to the supplier. */
  const released = async (amount = '29.99', isOut = false) => {
    const made = await order()
    const [price] = made.prices
    if (isOut) await issue(made.id)
    await move('Office', price.id, 'enter', { amount, deviation_reason: 'Tested' })
    await move('otherOffice', price.id, 'approve')
    const answer = await move('Office', price.id, 'release')
    expect([answer.status, answer.body.message]).toEqual([200, undefined])
    await issue(made.id)
    return { ...made, price: answer.body }
  }

  describe('are asked for by the portal', () => {
    it('for each line whose category, or one above it, wants them: in the market that the order goes to', async () => {
      const made = await order()
      expect(made.prices).toMatchObject([
        {
          status: 'required',
          market: 'GB',
          currency: 'GBP',
          amount: null,
          source: 'rule',
          qty: 100,
          ex_factory_date: '2027-03-05',
          due_date: '2027-01-19',
          is_open: true,
          rrp_title: `${made.po_no} / 10 GB`,
        },
      ])
    })

    it('as the nearest category says that says anything', async () => {
      const [tees] = (await portal.as.admin.get('/api/product-categories?code=W-KNIT-TEE')).body
      const say = (version: number, rrp_required_default: string | null) =>
        portal.as.admin.patch(`/api/product-categories/${tees.id}`, { version, rrp_required_default })
      expect((await say(tees.version, 'no')).status).toBe(200)
      const spared = await order()
      expect(spared.prices).toEqual([])
      await say(tees.version + 1, null)
      expect(await pricesOf(spared.id)).toMatchObject([{ status: 'required', market: 'GB' }])
    })

    it('not for samples', async () => {
      expect((await order({ order_type: 'sample' })).prices).toEqual([])
    })

    it('for a further line, another market, and the markets of every ticket', async () => {
      const made = await order()
      const [line] = made.lines
      const { body } = await portal.as.Office.patch(`/api/purchase-orders/${made.id}`, {
        version: made.version,
        ship_to_country: 'DE',
        lines: [
          { id: line.id, article_id: 1, qty: 100 },
          { article_id: 2, colourway_id: 3, qty: 50, unit_price: '4' },
        ],
      })
      expect(body.errors).toBeUndefined()
      const wanted = (await pricesOf(made.id)).map((price: Row) => [price.market, price.status])
      expect(wanted.sort()).toEqual([
        ['DE', 'required'],
        ['DE', 'required'],
        ['GB', 'not_required'],
      ])
      const [gb] = (await portal.as.admin.get('/api/rrp-markets?market=GB')).body
      await portal.as.Office.patch(`/api/rrp-markets/${gb.id}`, { version: gb.version, every_line: true })
      expect((await pricesOf(made.id)).filter((price: Row) => price.status === 'required')).toHaveLength(4)
      await portal.as.Office.patch(`/api/rrp-markets/${gb.id}`, { version: gb.version + 1, every_line: false })
      expect((await pricesOf(made.id)).filter((price: Row) => price.status === 'required')).toHaveLength(2)
    })

    it('with the day and the goods that the line has by now', async () => {
      const made = await order()
      await portal.as.Office.patch(`/api/purchase-orders/${made.id}`, {
        version: made.version,
        ex_factory_date: '2027-03-15',
      })
      expect((await pricesOf(made.id))[0]).toMatchObject({ ex_factory_date: '2027-03-15', due_date: '2027-01-29' })
    })

    it('and go with their line', async () => {
      const made = await order()
      expect((await portal.as.Office.delete(`/api/purchase-orders/${made.id}`, { version: made.version })).status).toBe(
        200,
      )
      expect(await pricesOf(made.id)).toEqual([])
    })
  })

  describe('are agreed to by two', () => {
    it('who enters one does not approve it', async () => {
      const { prices } = await order()
      const entered = await move('Office', prices[0].id, 'enter', { amount: '29.99', deviation_reason: 'New' })
      expect(entered.body).toMatchObject({ status: 'entered', entered_by: portal.as.Office.id, amount: '29.99' })
      const ownDecision = await move('Office', prices[0].id, 'approve')
      expect([ownDecision.status, ownDecision.body.code]).toEqual([409, 'guard'])
      const approved = await move('otherOffice', prices[0].id, 'approve')
      expect(approved.body).toMatchObject({ status: 'approved', approved_by: portal.otherOffice.id })
    })

    it('a price that is typed into the list is entered by whoever typed it, and taken out it is required again', async () => {
      const { prices } = await order()
      const id = prices[0].id
      const typed = await portal.otherOffice.patch(`${area}/${id}`, { version: prices[0].version, amount: '19.50' })
      expect(typed.body).toMatchObject({ status: 'entered', entered_by: portal.otherOffice.id })
      expect((await move('otherOffice', id, 'approve')).status).toBe(409)
      const out = await portal.as.Office.patch(`${area}/${id}`, { version: typed.body.version, amount: null })
      expect(out.body).toMatchObject({ status: 'required', entered_by: null })
    })

    it('what was agreed to is changed by a move only', async () => {
      const { price } = await released()
      const answer = await portal.as.Office.patch(`${area}/${price.id}`, { version: price.version, amount: '1' })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']])
    })

    it('a returned one says why and keeps what was entered', async () => {
      const { prices } = await order()
      await move('Office', prices[0].id, 'enter', { amount: '29.99' })
      const answer = await move('otherOffice', prices[0].id, 'return', { reason: 'Above the range plan' })
      expect(answer.body).toMatchObject({ status: 'required', amount: '29.99', answer: 'Above the range plan' })
    })
  })

  describe('have no more decimals than their currency', () => {
    it('when they are typed into the list, entered, or changed', async () => {
      const [price] = (await order()).prices
      const typed = await portal.as.Office.patch(`${area}/${price.id}`, { version: price.version, amount: '29.995' })
      expect([typed.status, typed.body.errors]).toEqual([422, { amount: ['At most 2 decimals in GBP'] }])
      const moved = await move('Office', price.id, 'enter', { amount: '29.995' })
      expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['amount']])
      const yen = await portal.as.Office.patch(`${area}/${price.id}`, {
        version: price.version,
        amount: '1980.50',
        currency: 'JPY',
      })
      expect(yen.body.errors).toEqual({ amount: ['JPY has no decimals: enter a whole amount'] })
      const whole = await portal.as.Office.patch(`${area}/${price.id}`, {
        version: price.version,
        amount: '1980.0000',
        currency: 'JPY',
      })
      expect([whole.status, Number(whole.body.amount)]).toEqual([200, 1980])
      const { price: out } = await released('24.99')
      expect((await move('Office', out.id, 'change', { amount: '24.999', reason: 'Slip' })).status).toBe(422)
    })

    it('and what was stored before is what screens and ticket files had shown, which its history tells', async () => {
      const { price, id } = await released('19.50')
      const yen = (await order()).prices[0]
      await portal.db.query(`update po_line_rrps set amount = 29.995, findings = '{off_price_point}' where id = $1`, [
        price.id,
      ])
      await portal.db.query(`update po_line_rrps set amount = 1980.5, currency = 'JPY' where id = $1`, [yen.id])
      await portal.db.query(minorUnits)
      const { body } = await portal.as.Office.get(`${area}/${price.id}`)
      expect(body).toMatchObject({ amount: '30.00', findings: [], status: 'released', version: price.version + 1 })
      expect((await portal.as.Office.get(`${area}/${yen.id}`)).body.amount).toBe('1981')
      const { body: history } = await portal.as.Office.get(`${area}/${price.id}/history`)
      expect(JSON.stringify(history)).toContain('"29.995"')
      const { body: file } = await portal.as.Office.get(`${area}/tickets?purchase_order_id=${id}`)
      expect(String(file).split('\r\n')[1]?.split(',')[9]).toBe('30.00')
    })
  })

  describe('are looked at', () => {
    it('for price points, the multiple of landed cost and the mark-up of the category', async () => {
      const { prices } = await order()
      // 5.25 × 1.25 = 6.5625 landed; × 2.5 = 16.41; 12.47 less 20 % tax is 10.39, a mark-up of 36.8 %.
      const { body } = await move('Office', prices[0].id, 'enter', { amount: '12.47' })
      expect(body).toMatchObject({ landed_cost: '6.5625', imu_pct: '36.8', min_imu_pct: '60.00' })
      expect(body.findings).toEqual(expect.arrayContaining(['below_multiple', 'off_price_point', 'imu_below_minimum']))
    })

    it('by a mark-up that is not rounded up to the minimum', async () => {
      const { prices } = await order()
      // 19.67 less 20 % tax is 16.3917; 6.5625 of that leave 59.965 %.
      const { body } = await move('Office', prices[0].id, 'enter', { amount: '19.67' })
      expect(body).toMatchObject({ imu_pct: '59.9', min_imu_pct: '60.00' })
      expect(body.findings).toContain('imu_below_minimum')
    })

    it('anew when a market has another tax and becomes one of every ticket at once', async () => {
      const made = await order({ lines: [{ article_id: 2, colourway_id: 3, qty: 10, unit_price: '5' }] })
      const { body: own } = await portal.as.Office.post(area, {
        ...{ po_line_id: made.prices[0].po_line_id, market: 'NL', currency: 'GBP', amount: '30.00' },
      })
      expect(own.findings).toContain('no_tax')
      await portal.make('rrp-markets', [{ market: 'NL', currency: 'GBP' }])
      await portal.db.query(`update po_line_rrps set source = 'office' where article_id = 2`)
      const { body: markets } = await portal.as.Office.get('/api/rrp-markets?market=NL')
      const { version, id } = markets[0]
      await portal.as.Office.patch(`/api/rrp-markets/${id}`, { version, every_line: true, tax_pct: '21' })
      expect((await portal.as.Office.get(`${area}/${own.id}`)).body.findings).not.toContain('no_tax')
      await portal.as.Office.patch(`/api/rrp-markets/${id}`, { version: version + 1, every_line: false })
    })

    it('beside the same goods in the same market: other prices are told on both, and approved with a reason only', async () => {
      const goods = { lines: [{ article_id: 3, colourway_id: 4, qty: 10, unit_price: '5' }] }
      const [firstPrice, other] = [(await order(goods)).prices[0], (await order(goods)).prices[0]]
      await move('Office', firstPrice.id, 'enter', { amount: '39.00' })
      await move('Office', other.id, 'enter', { amount: '42.00' })
      for (const { id } of [firstPrice, other])
        expect((await portal.as.Office.get(`${area}/${id}`)).body.findings).toContain('differs_elsewhere')
      expect((await move('otherOffice', other.id, 'approve')).body.code).toBe('guard')
      const { body } = await portal.as.Office.get(`${area}/${other.id}`)
      await portal.as.Office.patch(`${area}/${other.id}`, { version: body.version, deviation_reason: 'Gift edition' })
      expect((await move('otherOffice', other.id, 'approve')).status).toBe(200)
      const { body: first } = await portal.as.Office.get(`${area}/${firstPrice.id}`)
      await portal.as.Office.patch(`${area}/${firstPrice.id}`, { version: first.version, amount: '42.00' })
      for (const { id } of [firstPrice, other])
        expect((await portal.as.Office.get(`${area}/${id}`)).body.findings).not.toContain('differs_elsewhere')
    })

    it('against their cost in every currency, at the rates of the markets; without one they say so', async () => {
      const made = await order({ ship_to_country: 'DE', currency: 'USD', fx_rate: '0.75' })
      const [price] = made.prices
      const { body: entered } = await move('Office', price.id, 'enter', { amount: '3.50' })
      expect(entered).toMatchObject({ currency: 'EUR', cost_currency: 'USD', landed_cost: null, imu_pct: null })
      expect(entered.findings).toContain('no_rate')
      const { body: seen } = await portal.otherOffice.get(`${area}/${price.id}`)
      expect(seen.moves.find(({ name }: Row) => name === 'approve')).toMatchObject({
        allowed: true,
        warnings: expect.arrayContaining([
          'Cannot be checked against the cost: no exchange rate EUR → USD. Enter it under Markets or in the order.',
        ]),
      })
      const { body: submitted } = await portal.as.Office.post(`/api/purchase-orders/${made.id}/moves/submit`, {
        version: made.version,
      })
      expect(submitted.lines[0].approval_reasons).toContain('rrp_unchecked')
      const [france] = (await portal.make('rrp-markets', [{ market: 'FR', currency: 'EUR', tax_pct: '20' }])) as Row[]
      const [german] = (await portal.as.admin.get('/api/rrp-markets?market=DE')).body
      const rate = await portal.as.Office.patch(`/api/rrp-markets/${german.id}`, {
        version: german.version,
        fx_rate: '0.85',
      })
      expect(rate.status).toBe(200)
      // 5.25 × 1.25 × 0.75 ÷ 0.85 = 5.7904, and 3.50 less 19 % tax is 2.94.
      const { body: checked } = await portal.as.Office.get(`${area}/${price.id}`)
      expect(checked).toMatchObject({ landed_cost: '5.7904', imu_pct: '-96.9' })
      expect(checked.findings).toEqual(expect.arrayContaining(['below_multiple', 'imu_below_minimum']))
      expect(checked.findings).not.toContain('no_rate')
      expect((await portal.as.admin.get(`/api/rrp-markets/${france?.id}`)).body.fx_rate).toBe('0.850000')
      const market = (await portal.as.admin.get('/api/rrp-markets?market=GB')).body[0]
      const refused = await portal.as.Office.patch(`/api/rrp-markets/${market.id}`, {
        version: market.version,
        fx_rate: '2',
      })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['fx_rate']])
      await portal.as.Office.patch(`/api/rrp-markets/${german.id}`, { version: rate.body.version, fx_rate: null })
      expect((await portal.as.Office.get(`${area}/${price.id}`)).body.findings).toContain('no_rate')
    })

    it('and say where the line has no unit price or the market no tax', async () => {
      const made = await order({ lines: [{ article_id: 1, colourway_id: 1, qty: 10 }] })
      const { body } = await move('Office', made.prices[0].id, 'enter', { amount: '29.00' })
      expect(body.findings).toContain('no_cost')
      const [british] = (await portal.as.admin.get('/api/rrp-markets?market=GB')).body
      const priced = (await order()).prices[0]
      await move('Office', priced.id, 'enter', { amount: '29.00' })
      const untaxed = await portal.as.Office.patch(`/api/rrp-markets/${british.id}`, {
        version: british.version,
        tax_pct: null,
      })
      expect((await portal.as.Office.get(`${area}/${priced.id}`)).body.findings).toContain('no_tax')
      await portal.as.Office.patch(`/api/rrp-markets/${british.id}`, { version: untaxed.body.version, tax_pct: '20' })
      expect((await portal.as.Office.get(`${area}/${priced.id}`)).body.findings).not.toContain('no_tax')
    })

    it('anew when the settings change', async () => {
      const { prices } = await order()
      await move('Office', prices[0].id, 'enter', { amount: '29.47' })
      const [settings] = (await portal.as.admin.get('/api/settings')).body
      const set = (version: number, values: object) =>
        portal.as.admin.patch(`/api/settings/${settings.id}`, { version, ...values })
      await set(settings.version, { rrp_price_points: '.47 .97', rrp_release_days: 10 })
      const { body } = await portal.as.Office.get(`${area}/${prices[0].id}`)
      expect([body.findings.includes('off_price_point'), body.due_date]).toEqual([false, '2027-02-23'])
      await set(settings.version + 1, { rrp_price_points: '.00 .50 .90 .95 .99', rrp_release_days: 45 })
      const { body: again } = await portal.as.Office.get(`${area}/${prices[0].id}`)
      expect([again.findings.includes('off_price_point'), again.due_date]).toEqual([true, '2027-01-19'])
    })

    it('by whoever approves the line: a missing price and too small a mark-up', async () => {
      const missing = await order()
      const submit = async (id: number, version: number) =>
        (await portal.as.Office.post(`/api/purchase-orders/${id}/moves/submit`, { version })).body.lines[0]
      expect((await submit(missing.id, missing.version)).approval_reasons).toContain('rrp_missing')
      const low = await order()
      await move('Office', low.prices[0].id, 'enter', { amount: '9.99' })
      const reasons = (await submit(low.id, low.version)).approval_reasons
      expect(reasons).toContain('imu_below_minimum')
      expect(reasons).not.toContain('rrp_missing')
      await issue(low.id)
      const seen = (await portal.as.Agent.get(`/api/purchase-orders/${low.id}`)).body
      expect(JSON.stringify(seen)).not.toMatch(/imu|rrp_missing|approval_reasons/)
    })
  })

  describe('are known to a supplier', () => {
    it('from their release on and no sooner: in lists, by id, in exports, in the ticket file, in its history', async () => {
      const made = await order()
      await issue(made.id)
      const [price] = made.prices
      const seen = async () => ({
        list: (await portal.as.Agent.get(`${area}?purchase_order_id=${made.id}`)).body.length,
        read: (await portal.as.Agent.get(`${area}/${price.id}`)).status,
        export: lines((await portal.as.Agent.get(`${area}/export?purchase_order_id=${made.id}`)).body),
        tickets: lines((await portal.as.Agent.get(`${area}/tickets?purchase_order_id=${made.id}`)).body),
        history: (await portal.as.Agent.get(`${area}/${price.id}/history`)).status,
      })
      const nothing = { list: 0, read: 404, export: 0, tickets: 0, history: 404 }
      expect(await seen()).toEqual(nothing)
      await move('Office', price.id, 'enter', { amount: '49.95', deviation_reason: 'Silk' })
      expect(await seen()).toEqual(nothing)
      await move('otherOffice', price.id, 'approve')
      expect(await seen()).toEqual(nothing)
      await move('Office', price.id, 'release')
      expect(await seen()).toEqual({ list: 1, read: 200, export: 1, tickets: 2, history: 200 })
      const { body } = await portal.as.Agent.get(`${area}/${price.id}`)
      expect(body).toMatchObject({ amount: '49.95', currency: 'GBP', status: 'released' })
      for (const secret of [
        'landed_cost',
        'imu_pct',
        'min_imu_pct',
        'findings',
        'deviation_reason',
        'entered_by',
        'due_date',
      ])
        expect(Object.keys(body)).not.toContain(secret)
      const history = (await portal.as.Agent.get(`${area}/${price.id}/history`)).body
      expect(history.map(({ action }: Row) => action)).toEqual(['release'])
      expect((await portal.otherAgent.get(`${area}/${price.id}`)).status).toBe(404)
      expect(lines((await portal.otherAgent.get(`${area}/tickets`)).body)).toBe(0)
      expect((await portal.as.staff.get(area)).status).toBe(403)
      expect((await portal.as.staff.get(`${area}/tickets`)).status).toBe(403)
    })

    it('who says with a word or a picture that the goods are ticketed', async () => {
      const { price } = await released()
      const silent = await move('Agent', price.id, 'confirm_ticketed')
      expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['comment']])
      await portal.db.query(
        `insert into files (key, name, type, size, sha256, area, record_id, slot, visibility, supplier_id)
         values ($2, 'ticket.png', 'image/png', 1, 'x', 'po-line-rrps', $1, 'attachment', 'shared', 60)`,
        [price.id, `ticket ${price.id}`],
      )
      const { body } = await move('Agent', price.id, 'confirm_ticketed')
      expect(body).toMatchObject({ status: 'ticketed', ticketed_by: portal.as.Agent.id })
      expect((await move('Office', (await released()).price.id, 'confirm_ticketed', { comment: 'x' })).status).toBe(403)
    })

    it('and told once of several that are released together, each in its language, and anew once that mail has left', async () => {
      await portal.db.query(`update outbox set done_at = now() where payload ->> 'mail' = 'rrp_released'`)
      await portal.db.query(`update users set language = 'zh' where id = $1`, [portal.as.Agent.id])
      await released('24.99')
      const [firstPrice, other] = [await released('29.99', true), await released('34.99', true)]
      const notices = () =>
        portal.db.query<{ language: string; notices: { price: string }[] }>(
          `select payload ->> 'language' as language,
             jsonb_build_array(payload -> 'params') || jsonb_path_query_array(payload, '$.digest.notices[*].params') as notices
           from outbox where payload ->> 'mail' = 'rrp_released' and done_at is null order by id`,
        )
      const [mail, ...others] = await notices()
      expect([mail?.language, others]).toEqual(['zh', []])
      const goods = ({ price: { rrp_title } }: typeof firstPrice) => ({
        line: rrp_title.slice(0, -3),
        article: 'TEE-1',
      })
      expect(mail?.notices).toMatchObject([
        { ...goods(firstPrice), market: 'GB', price: 'GBP 29.99' },
        { ...goods(other), market: 'GB', price: 'GBP 34.99' },
      ])
      await portal.db.query(`update outbox set attempts = 1 where payload ->> 'mail' = 'rrp_released'`)
      await released('39.99', true)
      expect((await notices()).map(({ notices }) => notices.length)).toEqual([2, 1])
    })

    it('and told when one changes; of ticketed goods only an administrator changes it', async () => {
      const { price } = await released('29.99')
      const inputs = { amount: '34.99', reason: 'Range review' }
      const changed = await move('Office', price.id, 'change', inputs)
      expect(changed.body).toMatchObject({ status: 'entered', amount: '34.99', previous_amount: '29.99' })
      expect((await portal.as.Agent.get(`${area}/${price.id}`)).status).toBe(404)
      expect(await mails('rrp_changed')).toBeGreaterThan(0)
      await move('otherOffice', price.id, 'approve')
      await move('Office', price.id, 'release')
      await move('Agent', price.id, 'confirm_ticketed', { comment: 'All 100 pieces' })
      expect((await move('Office', price.id, 'change_ticketed', inputs)).status).toBe(403)
      expect((await move('admin', price.id, 'change_ticketed', inputs)).body).toMatchObject({
        status: 'entered',
        previous_amount: '34.99',
        ticketed_at: null,
      })
      expect(await mails('rrp_reticket')).toBeGreaterThan(0)
    })
  })

  it('come as a ticket file with a row a size, in both forms, harmless to spreadsheets', async () => {
    await portal.db.query(`update articles set name_en = '=1+1' where id = 1`)
    const { price, id } = await released('24.95')
    await portal.db.query(`update po_lines set description_en = '=1+1' where purchase_order_id = $1`, [id])
    const { body, headers } = await portal.as.Office.get(`${area}/tickets?purchase_order_id=${id}`)
    expect(headers['content-type']).toContain('text/csv')
    const [head, ...rows] = String(body).split('\r\n').slice(0, -1)
    expect(head).toBe(
      '\uFEFFsku,gtin,article_no,description,colour_code,colour,size,market,currency,rrp,tax_included,valid_from,qty,po_no,line_no',
    )
    expect(rows.map((row) => row.split(',').slice(6, 10))).toEqual([
      ['S', 'GB', 'GBP', '24.95'],
      ['M', 'GB', 'GBP', '24.95'],
    ])
    expect(String(body)).not.toMatch(/,=1\+1,/)
    await portal.db.query(`update po_lines set line_status = 'cancelled' where purchase_order_id = $1`, [id])
    const { body: cancelled } = await portal.as.Office.get(`${area}/tickets?purchase_order_id=${id}`)
    expect(String(cancelled).split('\r\n').slice(1, -1)).toEqual([])
    const book = await portal.as.Office.send({ method: 'GET', url: `${area}/tickets?id=${price.id}&format=xlsx` })
    expect([book.statusCode, book.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await portal.as.Office.get(`${area}/tickets?nothing=1`)).status).toBe(400)
  })

  it('are approved and released many at once, with a result for each', async () => {
    const made = [(await order()).prices[0], (await order()).prices[0], (await order()).prices[0]]
    const prices = (await Promise.all(made.map(({ id }) => portal.as.Office.get(`${area}/${id}`)))).map(
      ({ body }, at) => ({
        id: body.id,
        version: body.version,
        values: at < 2 ? { amount: '29.99', deviation_reason: 'Batch' } : { amount: '-5' },
      }),
    )
    expect((await portal.as.Office.patch(`${area}/bulk`, { rows: prices })).status).toBe(422)
    const edited = await portal.as.Office.patch(`${area}/bulk`, { rows: prices.slice(0, 2) })
    expect(edited.body.results.map(({ ok }: Row) => ok)).toEqual([true, true])
    const rows = (await Promise.all(made.map(({ id }) => portal.as.Office.get(`${area}/${id}`)))).map(({ body }) => ({
      id: body.id,
      version: body.version,
    }))
    const { body } = await portal.otherOffice.post(`${area}/bulk/moves/approve`, { rows })
    expect(body.results.map(({ ok, code }: Row) => ok || code)).toEqual([true, true, 'illegal_move'])
  })

  it('are required by hand too, once for a line and market', async () => {
    const made = await order()
    const input = { po_line_id: made.lines[0].id, market: 'DE' }
    const { status, body } = await portal.as.Office.post(area, input)
    expect([status, body.currency, body.source]).toEqual([201, 'EUR', 'office'])
    const again = await portal.as.Office.post(area, input)
    expect([again.status, again.body.errors]).toEqual([
      422,
      { market: [`${made.po_no} / 10 already has a price for market DE.`] },
    ])
    const exempt = await move('Office', body.id, 'exempt', { reason: 'Not sold there' })
    expect(exempt.body).toMatchObject({ status: 'not_required', source: 'office' })
  })

  const mails = async (mail: string) => {
    const rows = await portal.db.query(`select 1 from outbox where payload->>'mail' = $1`, [mail])
    return rows.length
  }
})

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Row = any

/** Lines of a file below its headings. */
const lines = (file: unknown) => String(file).trim().split('\r\n').length - 1
