/** A supplier with a contact, as the API tells its own people. */
export const supplier = {
  id: 60,
  version: 3,
  status: 'active',
  code: 'GLG',
  supplier_name: 'Golden Loom Garment',
  country: 'CN',
  archived_at: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  contacts: [
    {
      id: 1,
      version: 1,
      full_name: '刘洋 Yang Liu',
      function: 'shipping',
      is_primary: true,
      email: 'yang@glg.example',
      phone: '+86 574 5550 0168',
      wechat_id: null,
      languages: ['zh'],
    },
  ],
  moves: [],
}
