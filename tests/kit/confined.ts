import type { Person, Portal } from './portal'

/** Somebody of the office who is confined to a portfolio of these suppliers. */
export const confinedOffice = async (
  { as: { admin }, person }: Portal,
  suppliers: readonly number[],
): Promise<Person> => {
  const confined = await person({ type: 'Office' })
  const { body: portfolio } = await admin.post('/api/portfolios', {
    name_en: `Portfolio of ${confined.id}`,
    suppliers: suppliers.map((supplier_id) => ({ supplier_id })),
  })
  const { body: account } = await admin.get(`/api/users/${confined.id}`)
  await admin.patch(`/api/users/${confined.id}`, {
    version: account.version,
    portfolios: [{ portfolio_id: portfolio.id }],
  })
  return confined
}
