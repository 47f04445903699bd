/** The usual payment terms, from the riskiest for the buyer to the riskiest for the seller. Percentages are decimal text. */
export const paymentTerms = [
  {
    code: 'TT_ADV',
    name_en: 'T/T 100 % before shipment',
    name_zh: '电汇，出货前付全款',
    method: 'TT',
    deposit_pct: '100',
    base_date: 'order',
    days: 0,
  },
  {
    code: 'TT_30_70',
    name_en: 'T/T 30 % deposit, 70 % against copy of B/L',
    name_zh: '电汇，30% 定金，70% 见提单副本付款',
    method: 'TT',
    deposit_pct: '30',
    base_date: 'bl_date',
    days: 0,
    requires_docs: true,
  },
  {
    code: 'TT_AFTER_DOCS',
    name_en: 'T/T within 7 days after documents',
    name_zh: '电汇，收到单据后 7 天内付款',
    method: 'TT',
    base_date: 'bl_date',
    days: 7,
    requires_docs: true,
  },
  letterOfCredit('LC_SIGHT', 0),
  letterOfCredit('LC_30', 30),
  letterOfCredit('LC_60', 60),
  letterOfCredit('LC_90', 90),
  {
    code: 'DP',
    name_en: 'Documents against payment (D/P)',
    name_zh: '付款交单（D/P）',
    method: 'DP',
    base_date: 'bl_date',
    days: 0,
    requires_docs: true,
  },
  {
    code: 'DA_60',
    name_en: 'Documents against acceptance (D/A), 60 days',
    name_zh: '承兑交单（D/A）60 天',
    method: 'DA',
    base_date: 'bl_date',
    days: 60,
    requires_docs: true,
  },
  openAccount(30),
  openAccount(45),
  openAccount(60),
  openAccount(90),
  {
    code: 'OA_EOM_60',
    name_en: 'Open account, end of month plus 60 days',
    name_zh: '赊销，月结 60 天',
    method: 'OA',
    base_date: 'eom',
    days: 60,
  },
  {
    code: '2/10_NET30',
    name_en: '2 % within 10 days, net 30 days',
    name_zh: '10 天内付款享 2% 折扣，30 天付清',
    method: 'OA',
    base_date: 'invoice',
    days: 30,
    discount_pct: '2',
    discount_days: 10,
  },
]

function letterOfCredit(code: string, days: number) {
  return {
    code,
    name_en: days === 0 ? 'L/C at sight' : `L/C ${days} days after B/L date`,
    name_zh: days === 0 ? '即期信用证' : `远期信用证，提单日后 ${days} 天`,
    method: 'LC',
    base_date: 'bl_date',
    days,
    requires_docs: true,
  }
}

function openAccount(days: number) {
  return {
    code: `OA_${days}`,
    name_en: `Open account, ${days} days from invoice`,
    name_zh: `赊销，发票日后 ${days} 天`,
    method: 'OA',
    base_date: 'invoice',
    days,
  }
}
