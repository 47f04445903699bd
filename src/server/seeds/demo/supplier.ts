/** Product groups of a supplier; styles are ordered only where they can be made. */
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
  /** How many of the year's orders it gets, against the others. */
  weight: number
  /** Its price level relative to target, 1 for equal. */
  price: number
  notes?: string
}
