import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Area } from '#shared/kit/area.ts'
import { type Account, openStage, reach, see } from '../kit/e2e'

const stage = openStage()
/** A page with the whole shell and little else. */
const light = '/pages/profile'

/** What agents see too. */
const agent = [
  'Analytics 数据分析',
  'Time and Action 跟单进度',
  'Purchase Orders 采购订单',
  'Readiness 就绪情况',
  'Delivery Status 交货状态',
  'RRP Required 待定零售价',
  'Season 季节',
  'Season Library 季节库',
  'House Brand 自有品牌',
  'House Brand Library 自有品牌库',
  'Product Category 产品类别',
  'PO Line Approval 订单行审批',
  'Sample Detail 样品明细',
  'Users 用户',
  'Factory Library 工厂库',
  'PO Allocation 订单分配',
  'Manufacturing Status 生产进度',
]
/** What an agent has beside them. */
const compositions = 'Fiber Purchase Orders 纤维采购订单'
const artworkOfLines = 'Artwork Po Allocation 图稿订单分配'
const auditsOfFactories = 'Factory Management Library 工厂认证库'
const accreditedLines = 'PO Allocation 订单分配'
const ownSupplies = [
  'Invoice 发票',
  'Claims 索赔',
  'Statement 对账单',
  'Bank Accounts 收款账户',
  'Bookings 订舱',
  'New Booking 新建订舱',
  'Shipping Docs 船务单据',
  'Specification PO 规格订单',
  compositions,
  'Yarn Library 纱线库',
  artworkOfLines,
  auditsOfFactories,
  accreditedLines,
]
const office = [
  ...agent.flatMap((title) => (title.startsWith('Sample Detail') ? ['Sample Request 样品申请', title] : [title])),
  'Article Master 款式主档',
  'Payables 应付总览',
  'Invoice 发票',
  'Claims 索赔',
  'Payment Runs 付款批次',
  'Ageing 账龄',
  'Statement 对账单',
  'Bank Accounts 收款账户',
  'Bookings 订舱',
  'New Booking 新建订舱',
  'Shipping Docs 船务单据',
  'QA Control Activities 质检活动',
  'Care Instructions Library 洗涤说明库',
  'Care Instruction Purchase Order 洗涤说明订单',
  'Specification Library 规格库',
  'Specification PO 规格订单',
  'Container 货柜',
  'Fibre 纤维',
  compositions,
  'Yarn Library 纱线库',
  artworkOfLines,
  'Artwork Library 图稿库',
  'Auditing Firm Library 审核机构库',
  'Standard Programs Library 认证标准库',
  auditsOfFactories,
  accreditedLines,
  'Suppliers 供应商',
  'Product Categories 产品类别库',
  'Size Scales 尺码组',
  'Points of Measure 测量部位',
  'Ratio Templates 配比模板',
  'Sample Types 样品类型',
  'Sample Plans 打样计划',
  'Defect Codes 疵点代码',
  'Inspection Checklist 检验清单',
  'Inspection Labels 质检标签',
  'Requirement Profiles 要求方案',
  'Label Markets 洗唛市场',
  'Locations 地点',
  'Ports 港口',
  'Vessels 船舶',
  'Voyages 航次',
  'Payment Terms 付款条件',
  'Claim Rules 索赔规则',
  'Tax Rates 税率',
  'Document Requirements 单据要求',
  'Time and Action Templates 跟单进度模板',
  'Working Calendars 工作日历',
  'Settings 设置',
]
/** Suppliers have a table of their own before the detail of samples. */
const ofSupplier = (titles: readonly string[]) =>
  titles.flatMap((title) => (title.startsWith('Sample Detail') ? ['Sample Fulfillment 样品交付', title] : [title]))
const administrator = office.flatMap((title) =>
  title.startsWith('Suppliers')
    ? [title, 'Portfolios 供应商组合']
    : title.startsWith('Bank Accounts')
      ? ['Paying Accounts 付款账户', title]
      : [title],
)
const tutorials = ['User Tutorials 用户教程', 'Common Tutorials 常见问题教程']
const account = ['Logout 退出登录', 'Report Bug 报告问题', 'Change Password 修改密码']

describe('the menu', () => {
  it.each<[Account, string[]]>([
    ['admin', [...administrator, 'Video Attachments 视频附件', 'Support Tickets 支持工单', ...account]],
    ['office', [...office, 'Video Attachments 视频附件', ...tutorials, ...account]],
    ['agent', [...ofSupplier(agent), ...ownSupplies, ...tutorials, ...account]],
    ['staff', [...ofSupplier(['Sample Detail 样品明细']), compositions, artworkOfLines, accreditedLines, ...account]],
    ['user', account],
  ])('of %s has what the role may open', async (who, expected) => {
    const page = await stage.open(who, light)
    await see(page.getByRole('button', { name: /^Account of / }))
    expect(await entries(page)).toEqual(expected)
  })

  it('leads to a page for each entry', { timeout: 240_000 }, async () => {
    const page = await stage.open('office', light)
    const links = mainMenu(page).getByRole('listitem').getByRole('link')
    await see(page.getByRole('button', { name: /^Account of / }))
    const titles = await entries(page)
    expect(titles).toContain('Working Calendars 工作日历')
    // Lists are opened by their addresses in `first-pages.test.ts`; a few of them stand here for all.
    const lists = areas.flatMap(({ path, single }: Area) => (path && !single ? [path] : [])).slice(3)
    for (const link of await links.all()) {
      const path = await link.getAttribute('href')
      if (path === '/logout' || lists.includes(path ?? '')) continue
      await link.click()
      // Some lead on to a page below, such as the matrix of an allocation.
      await reach(page, new RegExp(`^${path}([/?]|$)`))
      await see(page.getByRole('main').getByRole('heading', { level: 1 }))
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
    }
  })

  it('speaks the language that was chosen, also after a new start', async () => {
    const page = await stage.open('agent')
    await see(page.getByRole('navigation', { name: 'Main menu' }))
    await page.getByRole('button', { name: '中文' }).click()
    await see(page.getByRole('navigation', { name: '主菜单' }))
    expect(await entries(page)).toEqual(
      [...ofSupplier(agent), ...ownSupplies, ...tutorials, ...account].map((title) =>
        title.replace(/(.*) (\S+)$/, '$2 $1'),
      ),
    )
    await page.reload()
    await see(page.getByRole('heading', { level: 1, name: '采购订单' }))
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/)
    await page.getByRole('button', { name: 'English' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Purchase orders' }))
  })
})

const mainMenu = (page: Page) => page.getByRole('navigation', { name: /^(Main menu|主菜单)$/ })

/** Opens what is folded and answers the titles of what can be chosen. */
const entries = async (page: Page) => {
  const menu = mainMenu(page)
  const folded = menu.getByRole('button', { expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
  return menu.getByRole('listitem').getByRole('link').allTextContents()
}
