import type { AdvisedDocument, Doc, Work } from '#server/kit/kit.ts'
import { currencyDigits, round } from '#shared/base/money.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { PoLineRrp } from '../area'
import { isOtherPrice, withEnding } from '../rules'
import { derive, goodsOf, type LineFacts, type OtherPrice, readLines, readMarkets, readPrices } from './facts'

/** Findings about the prices of an import file, compared with each other as they would be after the import. */
export const advise = async (work: Work, documents: readonly AdvisedDocument[]): Promise<Map<number, Text[]>> => {
  const docs = await mergedWith(work, documents)
  const markets = await readMarkets(work)
  const lines = await inBatches(
    docs.map(({ doc }) => Number(doc.po_line_id)),
    (ids) => readLines(work, ids),
  )
  const priced = docs.flatMap(({ number, doc }): Priced[] => {
    const line = lines.get(Number(doc.po_line_id))
    return line && doc.amount ? [{ number, doc: { ...doc, currency: currencyOf(doc, markets) }, line }] : []
  })
  const stored = await inBatches(
    [...lines.values()].map(({ article_id }) => article_id),
    (articles) => readPrices(work, articles),
  )
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

/** The prices as they would be after the import; new ones are identified by their index in the file. */
const mergedWith = async ({ tx }: Work, documents: readonly AdvisedDocument[]): Promise<Numbered[]> => {
  const stored = await inBatches(
    documents.flatMap(({ record_id }) => record_id ?? []),
    async (ids) => {
      const rows = await tx.query<Doc & { id: number }>(
        `select id, po_line_id, market, amount::text, currency, tax_included, deviation_reason
         from po_line_rrps where id = any($1::bigint[])`,
        [ids],
        'rrp_advised',
      )
      return new Map(rows.map((row) => [row.id, row]))
    },
  )
  return documents.map(({ number, record_id, input }) => ({
    number,
    doc: { tax_included: true, ...(record_id === null ? { id: -number } : stored.get(record_id)), ...input },
  }))
}

/** Reads in batches of a thousand ids, because files may be long and other requests wait for the database. */
const inBatches = async <K, V>(ids: readonly number[], read: (piece: number[]) => Promise<ReadonlyMap<K, V>>) => {
  const all = new Map<K, V>()
  const uniqueIds = [...new Set(ids)]
  for (let at = 0; at < uniqueIds.length; at += 1000)
    for (const [key, value] of await read(uniqueIds.slice(at, at + 1000))) all.set(key, value)
  return all
}

const currencyOf = ({ currency, market }: Doc, markets: Awaited<ReturnType<typeof readMarkets>>) =>
  currency ?? markets.get(String(market))?.currency ?? null

const asTheFileHasThem = (
  stored: ReadonlyMap<string, OtherPrice[]>,
  docs: readonly Numbered[],
  priced: readonly Priced[],
): Map<string, OtherPrice[]> => {
  const importedIds = new Set(docs.map(({ doc }) => doc.id))
  const prices = new Map(
    [...stored].map(([goods, goodsPrices]) => [goods, goodsPrices.filter(({ id }) => !importedIds.has(id))]),
  )
  for (const { doc, line } of priced) {
    const goods = goodsOf(line, String(doc.market))
    const price = {
      ...line,
      ...(doc as Pick<PoLineRrp, 'id' | 'market' | 'amount' | 'currency'>),
      rrp_title: `${line.line_title} ${doc.market}`,
    }
    prices.set(goods, [...(prices.get(goods) ?? []), price])
  }
  return prices
}

const textsOf = ({ context, me }: Work, doc: Doc, line: LineFacts, same: readonly OtherPrice[]): Text[] => {
  const settings = withEnding(context.settings, line.price_ending)
  const { amount, currency, cost_currency, landed_cost, imu_pct, min_imu_pct } = doc as unknown as PoLineRrp
  const texts: Record<PoLineRrp['findings'][number], () => Text> = {
    below_multiple: () =>
      textOf('problems.po-line-rrps.advice.below_multiple', {
        cost: priceOf(landed_cost, currency),
        multiple: String(Number(settings.rrp_min_multiple)),
      }),
    off_price_point: () =>
      textOf('problems.po-line-rrps.advice.off_price_point', { points: String(settings.rrp_price_points) }),
    imu_below_minimum: () =>
      textOf('problems.po-line-rrps.advice.imu_below_minimum', {
        imu: String(imu_pct),
        minimum: String(Number(min_imu_pct)),
      }),
    no_cost: () => textOf('problems.po-line-rrps.advice.no_cost'),
    no_rate: () => textOf('problems.po-line-rrps.no_rate', { from: String(currency), to: String(cost_currency) }),
    no_tax: () => textOf('problems.po-line-rrps.advice.no_tax', { market: String(doc.market) }),
    differs_elsewhere: () => {
      // A caller confined to a portfolio learns that another price exists, but not whose it is.
      const other = same.find(
        (rrp) =>
          rrp.id !== doc.id &&
          isOtherPrice(rrp, { amount, currency }) &&
          (me.portfolio?.includes(rrp.supplier_id) ?? true),
      )
      return other
        ? textOf('problems.po-line-rrps.advice.differs_elsewhere', {
            other: other.rrp_title,
            price: priceOf(other.amount, other.currency),
          })
        : textOf('problems.po-line-rrps.say_why')
    },
  }
  return (doc.findings as PoLineRrp['findings'])
    .filter((finding) => finding !== 'differs_elsewhere' || !doc.deviation_reason)
    .map((finding) => texts[finding]())
}

const priceOf = (amount: string | null, currency: string | null) =>
  amount === null ? '' : `${currency} ${round(amount, currencyDigits(currency ?? ''))}`
