import type { LabelOrder } from '#server/paper/label/order.ts'
import { garmentLabel, type LabelFibre } from '#shared/trade/garment-label.ts'
import type { LabelFacts, MarketFacts } from './facts'

/** The market of the destination country, else the first by code. */
export const usualMarket = (
  markets: readonly MarketFacts[],
  { ship_to_country }: Pick<LabelFacts, 'ship_to_country'>,
): MarketFacts | undefined =>
  markets.find(({ countries }) => countries.some((country) => country === ship_to_country)) ?? markets[0]

/** A label for each size of the lines, or only for `onlySize`. */
export const labelOrder = (
  lines: readonly LabelFacts[],
  market: MarketFacts,
  fibres: readonly LabelFibre[],
  onlySize?: string,
): LabelOrder => {
  const { width_mm, font_pt, seam_mm } = market
  return {
    labels: lines.flatMap((line) => {
      const sizes = line.sizes.length > 0 ? line.sizes : [null]
      return sizes
        .filter((label) => onlySize === undefined || label === onlySize)
        .map((label) => garmentLabel(line, market, fibres, label))
    }),
    format: { width_mm, font_pt, seam_mm },
    title: `${lines[0]?.line_title} ${market.code}`,
    language: market.languages[0] ?? 'en',
  }
}
