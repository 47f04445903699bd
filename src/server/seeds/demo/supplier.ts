/** Product groups; a supplier gets orders only for styles of its own groups. */
export type Craft =
  | 'jersey'
  | 'sweater'
  | 'woven'
  | 'denim'
  | 'outerwear'
  | 'active'
  | 'intimates'
  | 'hosiery'
  | 'accessory'

export interface DemoSupplier {
  id: number
  code: string
  name: string
  legal_en: string
  legal_zh: string | null
  type?: 'factory_owner' | 'trading_agent' | 'buying_office'
  country: string
  city: string
  address: string
  contact: [first: string, last: string]
  phone: string
  language?: 'zh'
  currency: string
  incoterm: string
  port: string
  term: string
  standing?: 'new' | 'approved' | 'watch' | 'blocked'
  inactive?: boolean
  crafts: readonly Craft[]
  /** Its share of the year's orders, relative to the weights of the others. */
  weight: number
  /** The ratio of its prices to the target prices; 1 if they are equal. */
  price: number
  notes?: string
}
