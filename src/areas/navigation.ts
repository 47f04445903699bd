import type { MenuRight } from '#shared/kit/policy.ts'
import type { Audience } from '#shared/kit/roles.ts'

/** An entry of the menu. Titles are in both languages because the menu shows both. */
export interface NavigationItem extends MenuRight {
  /** `group`: a caption over its children. `collapse`: folds them. `item`: a page here. `link`: an address elsewhere. */
  type: 'group' | 'collapse' | 'item' | 'link' | 'divider'
  title: Titles
  /** Name of an icon of the shell. */
  icon?: string
  /** The area whose list the entry opens; the entry is hidden until the area is registered. */
  area?: string
  /** For an item: the address of a page or of an area's list; hidden until that exists. For a link: any address. */
  url?: string
  /** Marks the entry as current only on this exact address, not on addresses below it. */
  exact?: boolean
  /** Window of a link; a new tab by default. */
  target?: string
  /** A badge at the end of the entry; uses the secondary colour by default. */
  badge?: { title: string; bg?: string; fg?: string }
  children?: NavigationItem[]
}

interface Titles {
  en: string
  zh: string
}

const agents = ['group:Agent'] as const
const office = ['group:admin'] as const
const supplierSide = ['group:staff'] as const
const tutees = ['group:SubUsers'] as const
const helpers = ['group:superAdmin'] as const

type Place = { area: string } | { url: string }

const item = (id: string, en: string, zh: string, options: Place, auth?: Audience): NavigationItem => ({
  id,
  type: 'item',
  title: { en, zh },
  ...options,
  ...(auth ? { auth } : {}),
})
const collapse = (
  id: string,
  en: string,
  zh: string,
  icon: string,
  children: NavigationItem[],
  auth?: Audience,
): NavigationItem => ({ id, type: 'collapse', title: { en, zh }, icon, children, ...(auth ? { auth } : {}) })

const at = (url: string): Place => ({ url })
const listOf = (area: string): Place => ({ area })

/**
 * The menu tree in the order of the specification; libraries that orders refer to precede the help. Entries of planned
 * pages already have an address and are hidden until the page exists.
 */
export const navigation: readonly NavigationItem[] = [
  collapse(
    'dashboards',
    'Dashboards',
    '仪表板',
    'dashboard',
    [
      item('analytics', 'Analytics', '数据分析', at('/apps/dashboards/analytics'), agents),
      item('time-and-action', 'Time and Action', '跟单进度', at('/apps/dashboards/project'), agents),
    ],
    agents,
  ),
  { ...item('purchase-orders', 'Purchase Orders', '采购订单', listOf('purchase-orders'), agents), icon: 'order' },
  { ...item('readiness', 'Readiness', '就绪情况', at('/apps/readiness'), agents), icon: 'ready' },
  collapse(
    'sales-attribute',
    'Sales Attribute',
    '销售属性',
    'sell',
    [
      item('delivery-status', 'Delivery Status', '交货状态', at('/apps/sales/delivery_status'), agents),
      item('rrp-required', 'RRP Required', '待定零售价', at('/apps/sales/rrp/rrp_required'), agents),
      item('season', 'Season', '季节', at('/apps/sales/season'), agents),
      item('season-library', 'Season Library', '季节库', listOf('seasons'), agents),
      item('house-brand', 'House Brand', '自有品牌', at('/apps/sales/house_brand'), agents),
      item('house-brand-library', 'House Brand Library', '自有品牌库', listOf('house-brands'), agents),
      item('product-category', 'Product Category', '产品类别', at('/apps/sales/product_category'), agents),
      item('po-line-approval', 'PO Line Approval', '订单行审批', listOf('po-lines'), agents),
    ],
    agents,
  ),
  collapse('sample-management', 'Sample Management', '样品管理', 'sample', [
    item('sample-request', 'Sample Request', '样品申请', at('/apps/sample_management/request-table'), office),
    item(
      'sample-fulfillment',
      'Sample Fulfillment',
      '样品交付',
      at('/apps/sample_management/sample_fulfilment_table'),
      supplierSide,
    ),
    item('sample-detail', 'Sample Detail', '样品明细', listOf('sample-requests')),
  ]),
  { ...item('users', 'Users', '用户', listOf('users'), agents), icon: 'people' },
  collapse('factory-management', 'Factory Management', '工厂管理', 'factory', [
    item('factory-library', 'Factory Library', '工厂库', listOf('factories'), agents),
    item('factory-po-allocation', 'PO Allocation', '订单分配', at('/apps/po_allocation'), agents),
    item(
      'manufacturing-status',
      'Manufacturing Status',
      '生产进度',
      at('/apps/factory_managment/manufacturing_status'),
      agents,
    ),
    item('article-master', 'Article Master', '款式主档', listOf('articles'), office),
  ]),
  collapse('finance', 'Finance', '财务', 'finance', [
    { ...item('finance-overview', 'Payables', '应付总览', at('/app/finance'), office), exact: true },
    item('invoice', 'Invoice', '发票', listOf('invoices'), agents),
    item('claims', 'Claims', '索赔', listOf('claims'), agents),
    item('payment-runs', 'Payment Runs', '付款批次', listOf('payment-runs'), office),
    item('payables-ageing', 'Ageing', '账龄', at('/app/finance/ageing'), office),
    item('supplier-statement', 'Statement', '对账单', at('/app/finance/statement'), agents),
    item('paying-accounts', 'Paying Accounts', '付款账户', listOf('paying-accounts'), ['admin']),
    item('bank-accounts', 'Bank Accounts', '收款账户', listOf('supplier-bank-accounts'), agents),
  ]),
  collapse(
    'shipping-management',
    'Shipping Management',
    '船务管理',
    'shipping',
    [
      item('bookings', 'Bookings', '订舱', listOf('bookings'), agents),
      item('new-booking', 'New Booking', '新建订舱', at('/apps/new-booking'), agents),
      item('shipping-docs', 'Shipping Docs', '船务单据', listOf('shipping-documents'), agents),
    ],
    agents,
  ),
  collapse(
    'quality-assurance',
    'Quality Assurance',
    '质量保证',
    'quality',
    [
      item('qa-control-activities', 'QA Control Activities', '质检活动', listOf('qa-activities'), office),
      item('care-instructions-library', 'Care Instructions Library', '洗涤说明库', listOf('care-instructions'), office),
      item(
        'care-instruction-purchase-order',
        'Care Instruction Purchase Order',
        '洗涤说明订单',
        at('/apps/care_instruction_po_allocation'),
        office,
      ),
      item('specification-library', 'Specification Library', '规格库', listOf('specifications'), office),
    ],
    office,
  ),
  { ...item('specification-po', 'Specification PO', '规格订单', listOf('spec-allocations'), agents), icon: 'spec' },
  collapse(
    'warehouse',
    'Warehouse',
    '仓库',
    'warehouse',
    [item('container', 'Container', '货柜', listOf('containers'), office)],
    office,
  ),
  collapse('yarn', 'Yarn', '纱线', 'yarn', [
    item('fibre', 'Fibre', '纤维', listOf('fibres'), office),
    item('fiber-purchase-orders', 'Fiber Purchase Orders', '纤维采购订单', at('/apps/yarn/fiber_allocation')),
    item('yarn-library', 'Yarn Library', '纱线库', listOf('yarns'), agents),
  ]),
  collapse('artwork', 'Artwork', '图稿', 'artwork', [
    item('artwork-po-allocation', 'Artwork Po Allocation', '图稿订单分配', listOf('artwork-allocations')),
    item('artwork-library', 'Artwork Library', '图稿库', listOf('artworks'), office),
  ]),
  collapse('accreditation', 'Accreditation', '认证', 'accreditation', [
    item('auditing-firm-library', 'Auditing Firm Library', '审核机构库', listOf('auditing-firms'), office),
    item('standard-programs-library', 'Standard Programs Library', '认证标准库', listOf('standard-programs'), office),
    item('factory-management-library', 'Factory Management Library', '工厂认证库', listOf('factory-accreditations')),
    item('accreditation-po-allocation', 'PO Allocation', '订单分配', listOf('accreditation-allocations')),
  ]),
  collapse(
    'libraries',
    'Libraries',
    '基础资料',
    'library',
    [
      item('suppliers', 'Suppliers', '供应商', listOf('suppliers'), office),
      item('portfolios', 'Portfolios', '供应商组合', listOf('portfolios'), ['admin']),
      item('product-categories', 'Product Categories', '产品类别库', listOf('product-categories'), office),
      item('size-scales', 'Size Scales', '尺码组', listOf('size-scales'), office),
      item('poms', 'Points of Measure', '测量部位', listOf('poms'), office),
      item('ratio-templates', 'Ratio Templates', '配比模板', listOf('ratio-templates'), office),
      item('sample-types', 'Sample Types', '样品类型', listOf('sample-types'), office),
      item('sample-plans', 'Sample Plans', '打样计划', listOf('sample-plans'), office),
      item('defect-codes', 'Defect Codes', '疵点代码', listOf('defect-codes'), office),
      item('qa-checklist', 'Inspection Checklist', '检验清单', listOf('checklist-items'), office),
      item('inspection-labels', 'Inspection Labels', '质检标签', listOf('labels'), office),
      item('requirement-profiles', 'Requirement Profiles', '要求方案', listOf('requirement-profiles'), office),
      item('label-markets', 'Label Markets', '洗唛市场', listOf('label-markets'), office),
      item('locations', 'Locations', '地点', listOf('locations'), office),
      item('ports', 'Ports', '港口', listOf('ports'), office),
      item('vessels', 'Vessels', '船舶', listOf('vessels'), office),
      item('voyages', 'Voyages', '航次', listOf('voyages'), office),
      item('payment-terms', 'Payment Terms', '付款条件', listOf('payment-terms'), office),
      item('claim-rules', 'Claim Rules', '索赔规则', listOf('claim-rules'), office),
      item('tax-rates', 'Tax Rates', '税率', listOf('tax-rates'), office),
      item('document-requirements', 'Document Requirements', '单据要求', listOf('document-requirements'), office),
      item('tna-templates', 'Time and Action Templates', '跟单进度模板', listOf('tna-templates'), office),
      item('calendars', 'Working Calendars', '工作日历', listOf('calendars'), office),
    ],
    office,
  ),
  { ...item('settings', 'Settings', '设置', listOf('settings'), office), icon: 'settings' },
  collapse('help', 'Help', '帮助', 'help', [
    item('video-attachments', 'Video Attachments', '视频附件', at('/help/admin'), helpers),
    item('user-tutorials', 'User Tutorials', '用户教程', at('/help/office'), tutees),
    item('common-tutorials', 'Common Tutorials', '常见问题教程', at('/pages/knowledge-base'), tutees),
    item('support-tickets', 'Support Tickets', '支持工单', listOf('support-tickets'), ['admin']),
  ]),
  {
    id: 'auth',
    type: 'group',
    title: { en: 'Auth', zh: '账号' },
    children: [
      { ...item('logout', 'Logout', '退出登录', at('/logout')), icon: 'logout' },
      { ...item('report-bug', 'Report Bug', '报告问题', at('/pages/label_design')), icon: 'bug' },
      { ...item('change-password', 'Change Password', '修改密码', at('/pages/auth/reset-password')), icon: 'password' },
    ],
  },
]

/** Flattens the tree: every entry, parents before children. */
export const flatNavigation = (items: readonly NavigationItem[] = navigation): NavigationItem[] =>
  items.flatMap((entry) => [entry, ...flatNavigation(entry.children ?? [])])
