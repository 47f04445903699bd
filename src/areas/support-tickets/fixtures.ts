/** A bug report and a feature request. */
export const fixtures = [
  {
    subject: 'The ex-factory date of PO-24501 cannot be read on my phone',
    category: 'bug',
    message: 'On the order page the date is cut off after the month when the phone is held upright.',
    page: '/apps/purchase_order',
    browser: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
  },
  {
    subject: '希望导出时可以选择中文列名',
    category: 'request',
    message: '我们把订单导出后交给跟单员，他们只看中文。能否在导出时选择列名的语言？',
    page: '/apps/purchase_order',
  },
]
