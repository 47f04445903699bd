import { describe, expect, it } from 'vitest'
import { openStage, reach, see } from '../kit/e2e'
import { faultless, faultlessInThisLook, toSecondLook } from '../kit/e2e-axe'

const stage = openStage()
const path = '/apps/dashboards/analytics'

interface Graph {
  info: { ship_date: string; stock_ordered_units: number; total_po_count: number }[]
}

describe('the dashboard', () => {
  it('leads the office from a point of a supplier’s chart to the very orders behind it', async () => {
    const { info } = await stage.ask<Graph>('admin', 'dashboard/graph?by=month&supplier_id=61')
    const busiest = info.toSorted((a, b) => b.total_po_count - a.total_po_count)[0]
    const page = await stage.open('admin', '/pages/profile')
    await page.getByRole('button', { name: /^Dashboards/ }).click()
    await page.getByRole('link', { name: /^Analytics/ }).click()
    await reach(page, path)
    const select = page.getByRole('combobox', { name: 'Suppliers' })
    await see(page.getByRole('region', { name: /^All suppliers: / }))
    await expect.poll(() => select.inputValue()).toBe('60')
    await expect.poll(() => select.isEnabled()).toBe(true)
    await select.selectOption('61')
    await page.getByRole('button', { name: 'Month' }).click()
    const part = page.locator('section').filter({ has: select })
    const bars = part.locator('.MuiBarElement-root')
    await expect.poll(() => part.getByRole('row').count()).toBe(info.length + 1)
    await see(bars)
    const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height))
    expect(heights.filter((height) => height > 0)).toHaveLength(info.length)
    const row = part.getByRole('row').nth(1 + info.findIndex(({ ship_date }) => ship_date === busiest?.ship_date))
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      busiest?.stock_ordered_units.toLocaleString('en-GB'),
      String(busiest?.total_po_count),
    ])
    const tallest = heights.indexOf(Math.max(...heights))
    // What marks the point under the pointer lies above the bar.
    await bars.nth(tallest).click({ force: true })
    await reach(
      page,
      /^\/apps\/purchase_order\?ship_date_gte=\d{4}-\d\d-01&ship_date_lte=\d{4}-\d\d-\d\d&supplier_id=61/,
    )
    const most = info.toSorted((a, b) => b.stock_ordered_units - a.stock_ordered_units)[0]
    expect(new URL(page.url()).searchParams.get('ship_date_gte')).toBe(most?.ship_date)
    await see(page.getByText(`1–${most?.total_po_count} of ${most?.total_po_count}`))
  })

  it('shows an agent on a telephone the own orders, in Chinese, by keyboard too', async () => {
    const page = await stage.open('agent', path, { language: 'zh', phone: true })
    await see(page.getByRole('heading', { level: 1, name: '数据分析' }))
    expect(await page.getByRole('combobox').count()).toBe(0)
    // A phone begins with the months, for it has no room for the days of a year.
    await see(page.getByRole('button', { name: '按月', pressed: true }))
    await page.getByRole('button', { name: '按周' }).click()
    await reach(page, `${path}?by=week`)
    await page.getByRole('button', { name: '按月' }).click()
    await reach(page, `${path}?by=month`)
    // The weeks' rows stand until the months are read.
    const link = page
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: /^\d{4}年\d{1,2}月$/ })
    await link.focus()
    await page.keyboard.press('Enter')
    await reach(page, /^\/apps\/purchase_order\?ship_date_gte=/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('has no fault that axe finds', async () => {
    const page = await stage.open('office', path, { context: { viewport: { width: 1440, height: 700 } } })
    await see(page.locator('.MuiBarElement-root'))
    await expect.poll(() => page.getByRole('region', { name: /figures of the chart/ }).count()).toBe(2)
    await faultless(page, 'the dashboard, English, dark')
    await toSecondLook(page)
    await expect.poll(() => page.getByRole('region', { name: /图表数据/ }).count()).toBe(2)
    await see(page.locator('.MuiBarElement-root'))
    await faultlessInThisLook(page, 'the dashboard, Chinese, light')
  })
})
