/** Payment terms in addition to those of every new database. */
export const fixtures = [
  {
    code: 'TT_20_80',
    name_en: 'T/T 20 % deposit, 80 % 14 days after B/L',
    name_zh: '电汇，20% 定金，80% 提单日后 14 天付款',
    method: 'TT',
    deposit_pct: '20',
    base_date: 'bl_date',
    days: 14,
    requires_docs: true,
  },
  {
    code: 'OA_EOM_25TH',
    name_en: 'Open account, on the 25th of the following month',
    name_zh: '赊销，次月 25 日付款',
    method: 'OA',
    base_date: 'eom',
    days: 0,
    day_of_month: 25,
    discount_pct: '1.5',
    discount_days: 10,
  },
]
