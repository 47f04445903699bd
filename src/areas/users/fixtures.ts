/** Users of the office and of suppliers; references by business key. */
export const fixtures = [
  { email: 'nora.fielding@retail.example', first_name: 'Nora', last_name: 'Fielding', type: 'Office', language: 'en' },
  {
    email: 'wei.chen@glg.example',
    username: 'wei.chen',
    first_name: '伟',
    last_name: '陈',
    type: 'Agent',
    supplier_id: { code: 'GLG' },
    phone: '+86 574 5550 0169',
    language: 'zh',
  },
  {
    email: 'samples@bwk.example',
    first_name: 'Jing',
    last_name: 'Luo',
    type: 'staff',
    supplier_id: { code: 'BWK' },
    language: 'zh',
  },
]
