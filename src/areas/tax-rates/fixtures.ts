/** Rates in addition to those of every new database. */
export const fixtures = [
  {
    code: 'IN_IGST5',
    name_en: 'IGST India 5 %',
    name_zh: '印度综合商品服务税 5%',
    rate_pct: '5',
    category: 'S',
    rounding: 'line',
    country: 'IN',
  },
]
