import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { blank, emailOf, entry, go, openStage, patience, reach, see, signIn } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'
import { draftOrder, freshNumber, issuedOrder } from '../kit/e2e-orders'

const stage = openStage()
const soon = { timeout: patience }
const list = '/apps/purchase_order'
const panel = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Close preview' }) })
const titleIn = (within: Locator) => within.getByRole('heading', { level: 2 }).textContent()

describe('a look at a record beside its list', () => {
  it('opens with Space, follows the arrows, can be shared, and closes with Escape to its row', async () => {
    const page = await stage.open('office', `${list}?_sort=po_no&_order=asc`)
    const cell = page.locator('[role="row"][data-rowindex="0"] [data-field="status"]')
    await cell.click()
    await page.keyboard.press('Space')
    await see(panel(page).getByRole('heading', { level: 2 }))
    await see(panel(page).getByRole('heading', { name: 'Lines' }))
    const first = await titleIn(panel(page))
    await faultless(page, 'preview', 'aside:has([aria-label="Close preview"])')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => titleIn(panel(page)), soon).not.toBe(first)
    const second = await titleIn(panel(page))
    const shared = page.url()
    expect(shared).toMatch(/_preview=\d+/)
    await panel(page).getByRole('button', { name: 'Close preview' }).focus()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    expect(page.url()).not.toContain('_preview')
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[role="row"]')?.getAttribute('data-rowindex'))
    await expect.poll(focused, soon).toBe('1')

    await page.goto(shared)
    await expect.poll(() => titleIn(panel(page)), soon).toBe(second)
    await panel(page).getByRole('link', { name: 'Open page' }).click()
    await reach(page, /^\/apps\/purchase_order\/\d+$/)
  })

  it('is opened by the button of its row, and covers a phone', async () => {
    const desk = await stage.open('office', '/apps/sales/po_season_database')
    const row = desk.locator('[role="row"][data-rowindex="0"]')
    await row.getByRole('rowheader').click()
    await row.getByRole('button', { name: /^Preview / }).press('Enter')
    await see(panel(desk).getByRole('heading', { level: 2 }))

    const order = await issuedOrder(stage, freshNumber('LOOK'))
    const phone = await stage.open('agent', list, { phone: true, language: 'zh', mode: 'light' })
    await phone.getByRole('button', { name: `预览 ${order.po_no}` }).click()
    const sheet = phone.getByRole('dialog', { name: order.po_no })
    await see(sheet.getByRole('button', { name: '确认订单' }))
    await faultless(phone, 'sheet', '[role="dialog"]')
    await sheet.getByRole('button', { name: /^下一条/ }).click()
    await phone.getByRole('dialog').getByRole('heading', { name: order.po_no }).waitFor({ state: 'hidden' })
    await phone.getByRole('button', { name: '关闭预览' }).click()
    await phone.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})

describe('previous and next', () => {
  const steps = (page: Page) => page.getByRole('group', { name: 'Position in the list' })

  it('go through the list as it was filtered and sorted, over the borders of its pages, and survive a reload', async () => {
    const page = await stage.open('office', `${list}?_sort=po_no&_order=asc`)
    const last = page.locator('[role="row"][data-rowindex="24"] a')
    await last.click()
    await see(steps(page).getByText(/^25 of /))
    await page.keyboard.press('Alt+PageDown')
    await see(steps(page).getByText(/^26 of /))
    await page.reload()
    await see(steps(page).getByText(/^26 of /))
    await page.keyboard.press('k')
    await see(steps(page).getByText(/^25 of /))
    await page.keyboard.press('j')
    await see(steps(page).getByText(/^26 of /))
    // Once the record itself is there: what stands for it until then is drawn anew.
    await see(page.getByRole('heading', { name: 'History' }))
    await page.getByRole('main').getByRole('link', { name: 'Purchase orders' }).first().click()
    await reach(page, `${list}?_sort=po_no&_order=asc&_page=2`)
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[role="row"]')?.getAttribute('data-rowindex'))
    await expect.poll(focused, soon).toBe('0')
  })

  it('ask before unsaved entries are left, and stay out of records that are not of the list', async () => {
    const { id } = await draftOrder(stage, freshNumber('STEP'))
    const page = await stage.open('office', list)
    await page.locator(`[role="row"][data-id="${id}"] a`).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await entry(page, /^Notes to the supplier/).fill('Not yet.')
    await page.keyboard.press('Alt+PageDown')
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay here' })
      .click()
    expect(new URL(page.url()).pathname).toBe(`${list}/${id}/edit`)
  })

  it('serve an agent on a phone, in Chinese', async () => {
    const page = await stage.open('agent', list, { phone: true, language: 'zh' })
    const cards = page.getByRole('list', { name: '采购订单' }).getByRole('listitem')
    await cards.first().getByRole('link').click()
    const steps = page.getByRole('group', { name: '在列表中的位置' })
    await see(steps.getByText(/^第 1 条/))
    await steps.getByRole('button', { name: /^下一条/ }).click()
    await see(steps.getByText(/^第 2 条/))
    expect(await page.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth))).toBe(0)
  })
})

describe('unsaved entries', () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' })
  const kept = (page: Page) =>
    expect.poll(
      () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length),
      soon,
    )

  it('survive a closed tab, are not offered to another that is open, and go once they are discarded', async () => {
    const first = await stage.open('office', `${list}/new`)
    await entry(first, 'PO number').fill('TAB-ONE')
    await kept(first).toBe(1)
    const second = await first.context().newPage()
    await second.goto(`${list}/new`)
    await entry(second, 'PO number').fill('TAB-TWO')
    await kept(second).toBe(2)
    expect(await offer(second).count()).toBe(0)
    await first.close()
    const third = await second.context().newPage()
    await third.goto(`${list}/new`)
    await see(offer(third))
    await faultless(third, 'offer', '[aria-label="Unsaved draft"]')
    await offer(third).getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => entry(third, 'PO number').inputValue(), soon).toBe('TAB-ONE')
    expect(await entry(second, 'PO number').inputValue()).toBe('TAB-TWO')
  })

  it('wait for their own account through the end of a session, and for no other', async () => {
    const page = await stage.open('office', `${list}/new`)
    await entry(page, 'PO number').fill('MINE-ALONE')
    await kept(page).toBe(1)
    page.on('dialog', (dialog) => void dialog.accept())
    const enter = async (who: 'admin' | 'office') => {
      // A journey before this one may have left an account that speaks Chinese.
      await stage.ask(who, 'auth/user/update', { user: { language: null } })
      // Where no portal runs: one that is just renewing its token would store it again.
      await page.goto(blank)
      await page.evaluate(() => localStorage.removeItem('jwt_access_token'))
      await page.goto('/login')
      await signIn(page, emailOf(who))
      await see(page.getByRole('button', { name: /^Account of / }))
      await go(page, `${list}/new`)
      await see(entry(page, 'PO number'))
    }
    await enter('admin')
    await page.waitForLoadState('networkidle')
    expect(await offer(page).count()).toBe(0)
    await enter('office')
    await offer(page).getByRole('button', { name: 'Discard' }).click()
    await kept(page).toBe(0)
  })
})

it('a portal that was away under a form is told to be back, and the entries are saved', async () => {
  const { id } = await draftOrder(stage, freshNumber('RESTART'))
  const page = await stage.open('office', `${list}/${id}/edit`)
  await entry(page, /^Notes to the supplier/).fill('After the restart.')
  await page.route('**/api/**', (route) => route.abort())
  await page.keyboard.press('Control+s')
  await see(page.getByText(/^No connection/))
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Save again' }).click()
  await reach(page, `${list}/${id}`)
  await see(page.getByText('After the restart.'))
})

describe('chosen orders', () => {
  it('are offered the moves that fit them; what asks for lines is named and not done to several', async () => {
    const { po_no: first } = await issuedOrder(stage, freshNumber('MANY'))
    const { po_no: second } = await issuedOrder(stage, freshNumber('MANY'))
    const page = await stage.open('agent', `${list}?po_no_in=${first},${second}`)
    await page.getByRole('checkbox', { name: `Select ${first}` }).click()
    await page.getByRole('checkbox', { name: `Select ${second}` }).click()
    const bar = page.getByRole('region', { name: 'Selected records' })
    await see(bar.getByRole('button', { name: 'Acknowledge order', exact: true }))
    await bar.getByRole('button', { name: 'More actions' }).click()
    await see(page.getByRole('menuitem', { name: /^Propose a change/ }).getByText(/Open the record/))
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Acknowledge order', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Acknowledge order' })
    await dialog.getByRole('button', { name: 'Acknowledge order' }).click()
    await see(page.getByText('2 records changed'))
    expect(await page.getByText('This page stopped working').count()).toBe(0)
  })
})

describe('a page in other colours and on paper', () => {
  it('tells where one is and how far things are by the system’s own colours', async () => {
    const page = await stage.open('office', '/apps/factory_managment/manufacturing_status', {
      context: { forcedColors: 'active' },
    })
    await see(page.getByRole('img', { name: /%/ }))
    const seen = await page.evaluate(() => {
      const styleOf = (selector: string) => {
        const element = document.querySelector(selector)
        if (!element) throw new Error(`nothing is ${selector}`)
        return getComputedStyle(element)
      }
      return {
        fill: styleOf('[data-mark="fill"]').backgroundColor,
        track: styleOf('[data-mark="track"]').backgroundColor,
        current: styleOf('[aria-current="page"]').outlineStyle,
      }
    })
    expect(seen.fill).not.toBe(seen.track)
    expect(seen.current).toBe('solid')
    await go(page, list)
    const chosen = page.locator('[aria-pressed="true"]').first()
    await see(chosen)
    expect(await chosen.evaluate((chip) => getComputedStyle(chip).outlineStyle)).toBe('solid')
    const sign = page.locator('[aria-current="page"] svg').first()
    const [colour, around] = await sign.evaluate((svg) =>
      [svg, svg.parentElement as Element].map((element) => getComputedStyle(element).color),
    )
    expect(colour).toBe(around)
  })

  it('is black on white without the frame, buttons and what is for the house alone', async () => {
    const note = 'Not for the supplier'
    const order = await draftOrder(stage, freshNumber('PAPER'))
    const page = await stage.open('office', `${list}/${order.id}/edit`, { mode: 'dark' })
    await page.getByRole('textbox', { name: /^Internal notes/ }).fill(note)
    await page.getByRole('button', { name: 'Save changes' }).click()
    // The page of the order, not its form, whose heading names it too.
    const heading = page.getByRole('heading', { name: `PO ${order.po_no}`, level: 1 })
    await see(heading)
    // The history says it too.
    await expect.poll(() => page.getByText(note).count()).toBe(2)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => heading.evaluate((title) => getComputedStyle(title).color)).toBe('rgb(0, 0, 0)')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    )
    expect(await page.getByText(note).filter({ visible: true }).count()).toBe(0)
    expect(await page.locator('nav, [data-place="toolbar"], [data-place="navbar"]').first().isVisible()).toBe(false)
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })
})

describe('a list in which nothing can be ticked', () => {
  it('marks rows that want a look, and cuts no account where its number ends', async () => {
    const page = await stage.open('office', '/apps/supplier_bank_accounts?status=suspended')
    const name = page.getByRole('rowheader').filter({ hasText: '1188' })
    await see(name)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await name.evaluate((cell) => getComputedStyle(cell).boxShadow)).toContain('inset')

    await page.goto('/apps/supplier_bank_accounts')
    const longest = page.getByRole('link', { name: /^Industrial and Commercial Bank of China/ })
    await see(longest)
    expect(await longest.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
  })
})
