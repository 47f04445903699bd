import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { flatNavigation } from '#areas/navigation.ts'
import { pages } from '#areas/pages.ts'
import { worklists } from '#areas/worklists.ts'
import { createPermission } from '#shared/kit/permission.ts'
import { policyLines } from '#shared/kit/policy.ts'
import type { Role } from '#shared/kit/roles.ts'
import { officeGuides } from '#web/pages/help/collections.ts'
import { go, openStage, patience, reach, see } from '../kit/e2e'
import { faultlessInBothLooks, toFirstLook } from '../kit/e2e-axe'

const stage = openStage()

/** The Chinese titles of the guides about something that the role may do. */
const guidesOf = async (role: Role) => {
  const can = await createPermission(policyLines(areas, flatNavigation(), [...pages, ...worklists]), role)
  return officeGuides.guides.filter(({ about }) => !about || can(role, ...about)).map(({ id }) => titleOf(id))
}
const titleOf = (id: string) => {
  const [heading = ''] = readFileSync(`locales/zh/help/${id}.md`, 'utf8').split('\n')
  return heading.replace('# ', '')
}

describe('the help', () => {
  it('leads from the menu to a guide, from one to the next, and back', async () => {
    const page = await stage.open('office', '/help/office')
    await see(page.getByRole('heading', { level: 1, name: 'User tutorials' }))
    await page.getByRole('main').getByRole('link', { name: 'Create an order' }).click()
    await reach(page, '/help/office/create-order')
    await see(page.getByRole('heading', { level: 1, name: 'Create an order' }))
    await page.getByRole('link', { name: 'Next Enter sizes in the grid' }).click()
    await reach(page, '/help/office/size-grid')
    await page.getByRole('link', { name: 'Previous Create an order' }).click()
    await reach(page, '/help/office/create-order')
    await page.getByRole('link', { name: 'All guides' }).click()
    await reach(page, '/help/office')
  })

  it('goes to the section that an address names, and holds lines of 72 characters at most', async () => {
    const page = await stage.open('office', '/help/office/create-order#save')
    const section = page.getByRole('heading', { level: 2, name: 'Save' })
    await see(section)
    await expect.poll(() => section.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Dates' }).click()
    await reach(page, '/help/office/create-order')
    expect(new URL(page.url()).hash).toBe('#dates')
    const characters = await page.getByRole('article').evaluate((article) => {
      const probe = article.appendChild(document.createElement('span'))
      probe.textContent = '0'.repeat(72)
      probe.style.whiteSpace = 'nowrap'
      const widest = probe.getBoundingClientRect().width
      probe.remove()
      return article.getBoundingClientRect().width / widest
    })
    expect(characters).toBeLessThanOrEqual(1.001)
  })

  it('searches within the guides and links to the sections that have the word', async () => {
    const page = await stage.open('agent', '/pages/knowledge-base')
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('bookmark')
    const guides = page.getByRole('list', { name: 'Guides' })
    await expect
      .poll(() => guides.getByRole('link').allTextContents(), { timeout: patience })
      .toEqual(['Work with lists', 'Share a view'])
    await guides.getByRole('link', { name: 'Share a view' }).click()
    await reach(page, '/pages/knowledge-base/work-with-lists')
    expect(new URL(page.url()).hash).toBe('#share')
    await go(page, '/pages/knowledge-base?q=zzzz')
    await see(page.getByText('No guide found for “zzzz”'))
    await page.goto('/pages/knowledge-base/gone')
    await see(page.getByText('Guide not found'))
  })

  it('shows each reader the guides of their work, in their language', async () => {
    const agent = await stage.open('agent', '/help/office', { language: 'zh' })
    const guides = agent.getByRole('list', { name: '教程' })
    await see(guides.getByRole('link', { name: '答复订单' }))
    const titles = await guides.getByRole('link').allTextContents()
    expect(titles).toEqual(await guidesOf('Agent'))
    for (const id of ['answer-orders', 'report-progress', 'bank-accounts']) expect(titles).toContain(titleOf(id))
    for (const id of ['create-order', 'size-grid', 'submit-and-approve', 'issue-and-follow-up', 'hold-and-cancel'])
      expect(titles).not.toContain(titleOf(id))
    await go(agent, '/help/admin')
    await see(agent.getByRole('heading', { level: 1, name: /未对您开放|无权/ }))
    const admin = await stage.open('admin', '/help/admin')
    await see(admin.getByRole('link', { name: 'First steps for administrators' }))
    const guest = await stage.open(null, '/help/office/create-order')
    await reach(guest, /^\/login\?redirectUrl=/)
  })
})

it('no page of the help has a fault that axe finds, in both languages, in a dark and a light theme', async () => {
  const page = await stage.open('office', '/help/admin', { context: { viewport: { width: 1440, height: 700 } } })
  await see(page.getByRole('main').getByRole('heading', { level: 1 }))
  await faultlessInBothLooks(page, '/help/admin')
  for (const path of ['/help/office/create-order', '/pages/knowledge-base']) {
    await toFirstLook(page)
    await go(page, path)
    await faultlessInBothLooks(page, path)
  }
})
