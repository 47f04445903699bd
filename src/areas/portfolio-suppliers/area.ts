import { defineArea } from '#shared/kit/area.ts'
import { reference } from '#shared/kit/fields.ts'

/** A supplier of a portfolio. */
export const portfolioSuppliers = defineArea({
  name: 'portfolio-suppliers',
  title: 'supplier_id',
  fields: {
    portfolio_id: reference('portfolios', { required: true, fixed: true }),
    supplier_id: reference('suppliers', { required: true }),
  },
  access: { read: ['admin'], create: ['admin'], edit: ['admin'], delete: ['admin'] },
  partOf: { area: 'portfolios', by: 'portfolio_id' },
  key: ['supplier_id'],
  sort: ['id'],
})
