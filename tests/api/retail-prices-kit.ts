import type { Portal } from '../kit/portal'

/** Two markets, and a category whose lines need prices in the own one; in the German one too where every line does. */
export const askForPrices = async (portal: Portal, german: { every_line?: boolean } = {}) => {
  await portal.make('rrp-markets', [
    { market: 'GB', currency: 'GBP', tax_pct: '20', tax_included: true },
    { market: 'DE', currency: 'EUR', tax_pct: '19', tax_included: true, ...german },
  ])
  const { body } = await portal.as.admin.get('/api/product-categories?code=TOPS')
  await portal.as.admin.patch(`/api/product-categories/${body[0].id}`, {
    version: body[0].version,
    rrp_required_default: 'yes',
    min_imu_pct: '60',
  })
}
