import type { MenuRight } from '../shared/policy'
import type { Who } from '../shared/roles'

/** An entry of the menu; titles stand in both languages because the menu shows both. */
export interface NavigationItem extends MenuRight {
  type: 'group' | 'collapse' | 'item'
  title: { en: string; zh: string }
  /** Name of an icon of the shell. */
  icon?: string
  /** The area whose list it opens; the entry is shown once the area is registered. */
  area?: string
  url?: string
  children?: NavigationItem[]
}

const agents = ['group:Agent'] as const
const office = ['group:admin'] as const
const item = (id: string, en: string, zh: string, area: string, auth?: Who): NavigationItem => ({
  id,
  type: 'item',
  title: { en, zh },
  area,
  ...(auth ? { auth } : {}),
})
const collapse = (
  id: string,
  en: string,
  zh: string,
  icon: string,
  children: NavigationItem[],
  auth?: Who,
): NavigationItem => ({ id, type: 'collapse', title: { en, zh }, icon, children, ...(auth ? { auth } : {}) })

/** The specification's tree, as far as it is built, in its order; then the libraries that an order refers to. */
export const navigation: readonly NavigationItem[] = [
  { ...item('purchase-orders', 'Purchase Orders', '采购订单', 'purchase-orders', agents), icon: 'order' },
  collapse(
    'sales-attribute',
    'Sales Attribute',
    '销售属性',
    'sell',
    [
      item('season-library', 'Season Library', '季节库', 'seasons', agents),
      item('house-brand-library', 'House Brand Library', '自有品牌库', 'house-brands', agents),
      item('po-line-approval', 'PO Line Approval', '订单行审批', 'po-lines', agents),
    ],
    agents,
  ),
  { ...item('users', 'Users', '用户', 'users', agents), icon: 'people' },
  collapse('factory-management', 'Factory Management', '工厂管理', 'factory', [
    item('article-master', 'Article Master', '款式主档', 'articles', office),
  ]),
  collapse(
    'libraries',
    'Libraries',
    '基础资料',
    'library',
    [
      item('suppliers', 'Suppliers', '供应商', 'suppliers', office),
      item('product-categories', 'Product Categories', '产品类别', 'product-categories', office),
      item('size-scales', 'Size Scales', '尺码表', 'size-scales', office),
      item('locations', 'Locations', '地点', 'locations', office),
      item('ports', 'Ports', '港口', 'ports', office),
      item('payment-terms', 'Payment Terms', '付款条件', 'payment-terms', office),
      item('calendars', 'Working Calendars', '工作日历', 'calendars', office),
    ],
    office,
  ),
  { ...item('settings', 'Settings', '设置', 'settings', office), icon: 'settings' },
]

/** Every entry of the tree, parents before children. */
export const flatNavigation = (items: readonly NavigationItem[] = navigation): NavigationItem[] =>
  items.flatMap((entry) => [entry, ...flatNavigation(entry.children ?? [])])
