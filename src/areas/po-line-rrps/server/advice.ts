import type { Advised, Doc, Work } from '../../../server/kit/area-server'
import { currencyDigits, round } from '../../../shared/money'
import { say, type Text } from '../../../shared/text'
import type { PoLineRrp } from '../area'
import { isOther, withEnding } from '../rules'
import { derive, goodsOf, type LineFacts, type OtherPrice, readLines, readMarkets, readPrices } from './facts'

/** What is worth a second look in the prices of a file, each held against the others as the file would have them. */
export const advise = async (work: Work, documents: readonly Advised[]): Promise<Map<number, Text[]>> => {
  const docs = await mergedWith(work, documents)
  const [lines, markets] = await Promise.all([
    readLines(work, [...new Set(docs.map(({ doc }) => Number(doc.po_line_id)))]),
    readMarkets(work),
  ])
  const priced = docs.flatMap(({ number, doc }): Priced[] => {
    const line = lines.get(Number(doc.po_line_id))
    return line && doc.amount ? [{ number, doc: { ...doc, currency: currencyOf(doc, markets) }, line }] : []
  })
  const stored = await readPrices(work, [...new Set([...lines.values()].map(({ article_id }) => article_id))])
  const prices = asTheFileHasThem(stored, docs, priced)
  return new Map(
    priced.map(({ number, doc, line }) => {
      derive(work, doc, line, markets, prices)
      return [number, textsOf(work, doc, line, prices.get(goodsOf(line, String(doc.market))) ?? [])]
    }),
  )
}

interface Numbered {
  number: number
  doc: Doc
}
type Priced = Numbered & { line: LineFacts }

/** The prices as they would be; one that does not exist yet is told from others by its place in the file. */
const mergedWith = async ({ tx }: Work, documents: readonly Advised[]): Promise<Numbered[]> => {
  const stored = await tx.query<Doc & { id: number }>(
    `select id, po_line_id, market, amount::text, currency, tax_included, deviation_reason
     from po_line_rrps where id = any($1::bigint[])`,
    [documents.flatMap(({ record_id }) => record_id ?? [])],
    'rrp_advised',
  )
  const byId = new Map(stored.map((row) => [row.id, row]))
  return documents.map(({ number, record_id, input }) => ({
    number,
    doc: { tax_included: true, ...(record_id === null ? { id: -number } : byId.get(record_id)), ...input },
  }))
}

const currencyOf = ({ currency, market }: Doc, markets: Awaited<ReturnType<typeof readMarkets>>) =>
  currency ?? markets.get(String(market))?.currency ?? null

const asTheFileHasThem = (
  stored: ReadonlyMap<string, OtherPrice[]>,
  docs: readonly Numbered[],
  priced: readonly Priced[],
): Map<string, OtherPrice[]> => {
  const named = new Set(docs.map(({ doc }) => doc.id))
  const prices = new Map([...stored].map(([goods, some]) => [goods, some.filter(({ id }) => !named.has(id))]))
  for (const { doc, line } of priced) {
    const goods = goodsOf(line, String(doc.market))
    const own = {
      ...line,
      ...(doc as Pick<PoLineRrp, 'id' | 'market' | 'amount' | 'currency'>),
      rrp_title: `${line.line_title} ${doc.market}`,
    }
    prices.set(goods, [...(prices.get(goods) ?? []), own])
  }
  return prices
}

const textsOf = ({ context }: Work, doc: Doc, line: LineFacts, same: readonly OtherPrice[]): Text[] => {
  const settings = withEnding(context.settings, line.price_ending)
  const { amount, currency, landed_cost, imu_pct, min_imu_pct } = doc as unknown as PoLineRrp
  const texts: Record<PoLineRrp['findings'][number], () => Text> = {
    below_multiple: () =>
      say('problems.po-line-rrps.advice.below_multiple', {
        cost: priceOf(landed_cost, currency),
        multiple: String(Number(settings.rrp_min_multiple)),
      }),
    off_price_point: () =>
      say('problems.po-line-rrps.advice.off_price_point', { points: String(settings.rrp_price_points) }),
    imu_below_minimum: () =>
      say('problems.po-line-rrps.advice.imu_below_minimum', {
        imu: String(imu_pct),
        minimum: String(Number(min_imu_pct)),
      }),
    differs_elsewhere: () => {
      const other = same.find((one) => one.id !== doc.id && isOther(one, { amount, currency }))
      return say('problems.po-line-rrps.advice.differs_elsewhere', {
        other: other?.rrp_title ?? '',
        price: priceOf(other?.amount ?? null, other?.currency ?? null),
      })
    },
  }
  return (doc.findings as PoLineRrp['findings'])
    .filter((finding) => finding !== 'differs_elsewhere' || !doc.deviation_reason)
    .map((finding) => texts[finding]())
}

const priceOf = (amount: string | null, currency: string | null) =>
  amount === null ? '' : `${currency} ${round(amount, currencyDigits(currency ?? ''))}`
