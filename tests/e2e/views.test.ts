import { describe, expect, it } from 'vitest'
import { blank, openStage, reach, see } from '../kit/e2e'
import { faultless } from '../kit/e2e-axe'

const stage = openStage()

describe('a saved view', () => {
  it('goes from the office that saves it to an agent who opens its link, and away again', async () => {
    const name = `To answer ${Date.now()}`
    const office = await stage.open('office', '/apps/purchase_order?status=issued&_sort=ex_factory_date&_order=asc')
    await office.getByRole('button', { name: 'Views and columns' }).click()
    const menu = office.getByRole('dialog', { name: 'Views and columns' })
    await menu.getByText('Compact', { exact: true }).click()
    await menu.getByRole('button', { name: 'Save as new view' }).click()
    await menu.getByRole('textbox', { name: 'Name' }).fill(name)
    await menu.getByRole('combobox', { name: 'Visible to' }).selectOption('Supplier agent')
    await faultless(office, 'form of a view', '[role=dialog]')
    await menu.getByRole('button', { name: 'Save view' }).click()
    await see(office.getByRole('button', { name: `View: ${name}`, exact: true }))
    await reach(office, /status=issued.*_density=compact&_view=\d+$/)
    const id = new URL(office.url()).searchParams.get('_view')

    const agent = await stage.open('agent', `/apps/purchase_order?_view=${id}`)
    await see(agent.getByRole('button', { name: `View: ${name}`, exact: true }))
    await reach(agent, /_sort=ex_factory_date&_order=asc&status=issued/)
    await agent.getByRole('button', { name: 'Clear all' }).click()
    await see(agent.getByRole('button', { name: `View: ${name} changed` }))
    await agent.getByRole('button', { name: `View: ${name} changed` }).click()
    await see(agent.getByRole('button', { name: `Revert to “${name}”` }))
    expect(await agent.getByRole('button', { name: `Edit view ${name}` }).count()).toBe(0)
    const foreign = await stage.open('staff', `/apps/purchase_order?_view=${id}`)
    await see(foreign.getByText('This view was deleted or is no longer shared with you.'))

    await office.reload()
    await office.getByRole('button', { name: `View: ${name}`, exact: true }).click()
    await see(menu)
    await faultless(office, 'menu of views', '[role=dialog]')
    await office.getByRole('button', { name: `Edit view ${name}` }).click()
    await office.getByRole('button', { name: 'Delete view' }).click()
    await office.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
    await see(office.getByText(`View “${name}” deleted`))
    await reach(office, '/apps/purchase_order')
  })

  it('and the columns that were chosen follow the person to another browser', async () => {
    const path = '/apps/suppliers'
    const visit = await stage.open('office', path)
    await see(visit.getByRole('columnheader', { name: 'Status', exact: true }))
    await visit.getByRole('button', { name: 'Views and columns' }).click()
    const saved = visit.waitForResponse((answer) => answer.url().endsWith('/api/auth/user/update') && answer.ok())
    await visit.getByRole('dialog').getByRole('checkbox', { name: 'Status', exact: true }).click()
    await saved
    const other = await stage.open('office', path)
    await see(other.getByRole('columnheader').nth(2))
    await other.getByRole('columnheader', { name: 'Status', exact: true }).waitFor({ state: 'detached' })
    await stage.ask('office', 'auth/user/update', { user: { settings: { 'list:suppliers': null } } })
  })

  it('that a list opens with is asked for at once, and nothing else', async () => {
    const name = `Opens ${Date.now()}`
    const page = await stage.open('office', '/apps/suppliers?status=active&_sort=supplier_name&_order=desc')
    await page.getByRole('button', { name: 'Views and columns' }).click()
    const menu = page.getByRole('dialog', { name: 'Views and columns' })
    await menu.getByRole('button', { name: 'Save as new view' }).click()
    await menu.getByRole('textbox', { name: 'Name' }).fill(name)
    await menu.getByRole('checkbox', { name: 'Open the list with this view', exact: true }).check()
    await menu.getByRole('button', { name: 'Save view' }).click()
    await see(page.getByRole('button', { name: `View: ${name}`, exact: true }))

    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // Counts of what is offered to choose from have no rows.
      if (pathname === '/api/suppliers' && Number(searchParams.get('_end')) > 0)
        requests.push(searchParams.get('status') ?? 'all')
    })
    await page.goto('/apps/suppliers')
    await see(page.getByRole('button', { name: `View: ${name}`, exact: true }))
    await see(page.getByRole('gridcell'))
    expect(requests).toEqual(['active'])

    await page.getByRole('button', { name: `View: ${name}`, exact: true }).click()
    await page.getByRole('button', { name: `Edit view ${name}` }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
    await see(page.getByText(`View “${name}” deleted`))
  })

  it('is not missed where a list starts with what waits: only that is asked for, at every visit', async () => {
    const page = await stage.open('admin', blank)
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/po-lines' && searchParams.get('_end') !== '0')
        requests.push(searchParams.get('status') ?? 'all')
    })
    for (const visit of ['first', 'second']) {
      requests.length = 0
      await page.goto('/apps/sales/po_line_approval')
      await reach(page, '/apps/sales/po_line_approval?status=pending')
      await see(page.getByRole('gridcell'))
      expect([visit, ...requests]).toEqual([visit, 'pending'])
      await expect.poll(() => page.evaluate(() => localStorage.getItem('list:po-lines'))).toContain('status=pending')
    }
  })
})
