import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'

/** A portfolio of an office account. With several, the account sees the suppliers of all of them. */
export const userPortfolios = defineArea({
  name: 'user-portfolios',
  title: 'portfolio_id',
  fields: {
    user_id: reference('users', { required: true, fixed: true }),
    portfolio_id: reference('portfolios', { required: true }),
  },
  access: { read: ['admin'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'users', by: 'user_id' },
  key: ['portfolio_id'],
  sort: ['id'],
})
