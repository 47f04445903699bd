import { compare, divide, isDecimalText, multiply, round, subtract, sum } from '#shared/base/money.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import type { EInvoice, TaxGroup } from './model'
import { documentTypes } from './model'

/** A finding of a rule of EN 16931, with the rule's identifier in the standard. */
export interface RuleFinding {
  rule: string
  text: Text
}

/** A rule as data: its text, and a function that returns the values of the text for each violation. */
interface Rule {
  id: string
  text: string
  broken(invoice: EInvoice): Params[]
}
type Params = Record<string, string | number>

/** The findings of all rules in their order; empty for a valid invoice. */
export const ruleFindings = (invoice: EInvoice): RuleFinding[] =>
  rules.flatMap(({ id, text, broken }) =>
    broken(invoice)
      .slice(0, mostOfOne)
      .map((params) => ({ rule: params.id ? `BR-${params.id}` : id, text: textOf(text, params) })),
  )

/** Maximum findings of one rule. */
const mostOfOne = 5

const once = (isBroken: boolean, params: Params = {}) => (isBroken ? [params] : [])

const exact = (expected: string, given: string): Params[] =>
  once(isDecimalText(given) && compare(expected, given) !== 0, { expected, given })

const numbers = (...texts: readonly (string | undefined)[]) =>
  sum(texts.filter((text): text is string => text !== undefined && isDecimalText(text)))

/** The taxable base of a category and rate: its lines, and its allowances and charges with their signs. */
const baseOf = (invoice: EInvoice, group: Pick<TaxGroup, 'category' | 'rate'>) => {
  const isSame = (item: Pick<TaxGroup, 'category' | 'rate'>) => keyOf(item) === keyOf(group)
  return sum([
    numbers(...invoice.lines.filter(isSame).map(({ amount }) => amount)),
    numbers(...invoice.levies.filter((levy) => levy.isCharge && isSame(levy)).map(({ amount }) => amount)),
    subtract(
      '0',
      numbers(...invoice.levies.filter((levy) => !levy.isCharge && isSame(levy)).map(({ amount }) => amount)),
    ),
  ])
}

/** Only standard rated items are distinguished by rate. */
const keyOf = ({ category, rate }: Pick<TaxGroup, 'category' | 'rate'>) =>
  category === 'S' ? `S ${isDecimalText(rate ?? '') ? compareKey(rate ?? '0') : ''}` : category
const compareKey = (rate: string) => round(rate, 6)

const items = (invoice: EInvoice) => [...invoice.lines, ...invoice.levies]
const isUsed = (invoice: EInvoice, category: string) =>
  items(invoice).some((item) => item.category === category) || invoice.taxes.some((tax) => tax.category === category)

const isZero = (text: string | undefined) => text === undefined || !isDecimalText(text) || compare(text, '0') === 0

/** Amounts for which EN 16931 allows at most two decimals, by their terms. */
const amountsOf = ({ totals, levies, taxes, lines }: EInvoice): [term: string, amount: string | undefined][] => [
  ['09', totals.lines],
  ['10', totals.allowances],
  ['11', totals.charges],
  ['12', totals.net],
  ['13', totals.tax],
  ['14', totals.total],
  ['16', totals.prepaid],
  ['17', totals.rounding],
  ['18', totals.due],
  ...levies.map(({ isCharge, amount }): [string, string] => [isCharge ? '05' : '01', amount]),
  ...taxes.flatMap(({ base, tax }): [string, string][] => [
    ['19', base],
    ['20', tax],
  ]),
  ...lines.map(({ amount }): [string, string] => ['23', amount]),
]

const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0

const missing = (id: string, text: string, isMissing: (invoice: EInvoice) => boolean): Rule => ({
  id,
  text,
  broken: (invoice) => once(isMissing(invoice)),
})

/** Creates a rule for each line; its findings include the number of the line. */
const ofLines = (id: string, text: string, isBroken: (line: EInvoice['lines'][number]) => boolean): Rule => ({
  id,
  text,
  broken: ({ lines }) => lines.flatMap((line, index) => once(isBroken(line), { line: line.id || index + 1 })),
})

/** Tax categories with the requirements of the standard. */
const categories = [
  { category: 'S', prefix: 'S', hasRate: true, hasReason: false },
  { category: 'Z', prefix: 'Z', hasRate: false, hasReason: false },
  { category: 'E', prefix: 'E', hasRate: false, hasReason: true },
  { category: 'AE', prefix: 'AE', hasRate: false, hasReason: true },
  { category: 'G', prefix: 'G', hasRate: false, hasReason: true },
  { category: 'O', prefix: 'O', hasRate: false, hasReason: true },
] as const

const categoryRules = categories.flatMap(({ category, prefix, hasRate, hasReason }): Rule[] => [
  {
    id: `BR-${prefix}-01`,
    text: 'einvoice.rules.group',
    broken: (invoice) =>
      once(
        items(invoice).some((item) => item.category === category) &&
          !invoice.taxes.some((tax) => tax.category === category),
        { category },
      ),
  },
  {
    id: `BR-${prefix}-02`,
    text: category === 'O' ? 'einvoice.rules.outside_ids' : 'einvoice.rules.seller_ids',
    broken: (invoice) => once(isUsed(invoice, category) && !hasIds(invoice, category), { category }),
  },
  {
    id: `BR-${prefix}-05`,
    text: 'einvoice.rules.rate',
    broken: (invoice) =>
      once(
        items(invoice).some(
          (item) =>
            item.category === category &&
            (category === 'O' ? item.rate !== undefined && !isZero(item.rate) : hasRate === isZero(item.rate)),
        ),
        { category },
      ),
  },
  {
    id: `BR-${prefix}-08`,
    text: 'einvoice.rules.base',
    broken: (invoice) =>
      invoice.taxes
        .filter((tax) => tax.category === category)
        .flatMap((tax) => exact(baseOf(invoice, tax), tax.base).map((params) => ({ ...params, category }))),
  },
  {
    id: `BR-${prefix}-09`,
    text: 'einvoice.rules.no_tax',
    broken: (invoice) =>
      hasRate
        ? []
        : once(
            invoice.taxes.some((tax) => tax.category === category && !isZero(tax.tax)),
            { category },
          ),
  },
  {
    id: `BR-${prefix}-10`,
    text: hasReason ? 'einvoice.rules.reason' : 'einvoice.rules.no_reason',
    broken: (invoice) =>
      once(
        invoice.taxes.some((tax) => tax.category === category && Boolean(tax.reason || tax.code) !== hasReason),
        { category },
      ),
  },
])

const hasIds = ({ seller, buyer }: EInvoice, category: string) => {
  if (category === 'O') return !seller.vatId && !buyer.vatId
  if (category === 'AE') return Boolean(seller.vatId || seller.taxId) && Boolean(buyer.vatId)
  if (category === 'G') return Boolean(seller.vatId)
  return Boolean(seller.vatId || seller.taxId)
}

/**
 * Rules of EN 16931-1 that can be checked on the semantic model: required terms, calculation of sums, decimals, and tax
 * categories. Code lists and syntax are left to the published Schematron.
 */
const rules: readonly Rule[] = [
  missing('BR-02', 'einvoice.rules.number', ({ number }) => !number),
  missing('BR-03', 'einvoice.rules.issued', ({ issued }) => !/^\d{4}-\d{2}-\d{2}$/.test(issued)),
  {
    id: 'BR-04',
    text: 'einvoice.rules.type',
    broken: ({ type }) => once(!documentTypes.some((known) => known === type), { type }),
  },
  missing('BR-05', 'einvoice.rules.currency', ({ currency }) => !/^[A-Z]{3}$/.test(currency)),
  missing('BR-06', 'einvoice.rules.seller', ({ seller }) => !seller.name),
  missing('BR-07', 'einvoice.rules.buyer', ({ buyer }) => !buyer.name),
  missing('BR-09', 'einvoice.rules.seller_country', ({ seller }) => !/^[A-Z]{2}$/.test(seller.country)),
  missing('BR-11', 'einvoice.rules.buyer_country', ({ buyer }) => !/^[A-Z]{2}$/.test(buyer.country)),
  missing('BR-12', 'einvoice.rules.totals', ({ totals }) =>
    [totals.lines, totals.net, totals.total, totals.due].some((amount) => !isDecimalText(amount)),
  ),
  missing('BR-16', 'einvoice.rules.lines', ({ lines }) => lines.length === 0),
  ofLines('BR-22', 'einvoice.rules.qty', ({ qty }) => !isDecimalText(qty)),
  ofLines('BR-24', 'einvoice.rules.line_amount', ({ amount }) => !isDecimalText(amount)),
  ofLines('BR-25', 'einvoice.rules.item', ({ name }) => !name),
  ofLines('BR-26', 'einvoice.rules.price', ({ price }) => !isDecimalText(price)),
  ofLines('BR-27', 'einvoice.rules.price_below', ({ price }) => isDecimalText(price) && compare(price, '0') < 0),
  missing('BR-33', 'einvoice.rules.allowance_reason', ({ levies }) =>
    levies.some(({ isCharge, reason, code }) => !isCharge && !reason && !code),
  ),
  missing('BR-38', 'einvoice.rules.charge_reason', ({ levies }) =>
    levies.some(({ isCharge, reason, code }) => isCharge && !reason && !code),
  ),
  missing('BR-61', 'einvoice.rules.account', ({ payment }) =>
    Boolean(payment && ['30', '58'].includes(payment.means) && !payment.account?.number),
  ),
  ofLines('BR-CO-04', 'einvoice.rules.category', ({ category }) => !category),
  {
    id: 'BR-CO-09',
    text: 'einvoice.rules.vat_prefix',
    broken: ({ seller, buyer }) =>
      [seller, buyer].flatMap(({ vatId }) =>
        once(vatId !== undefined && !/^[A-Z]{2}/.test(vatId), { id_no: vatId ?? '' }),
      ),
  },
  {
    id: 'BR-CO-10',
    text: 'einvoice.rules.sum_lines',
    broken: ({ lines, totals }) => exact(numbers(...lines.map(({ amount }) => amount)), totals.lines),
  },
  {
    id: 'BR-CO-11',
    text: 'einvoice.rules.sum_allowances',
    broken: ({ levies, totals }) =>
      exact(
        numbers(...levies.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount)),
        totals.allowances ?? '0',
      ),
  },
  {
    id: 'BR-CO-12',
    text: 'einvoice.rules.sum_charges',
    broken: ({ levies, totals }) =>
      exact(numbers(...levies.filter(({ isCharge }) => isCharge).map(({ amount }) => amount)), totals.charges ?? '0'),
  },
  {
    id: 'BR-CO-13',
    text: 'einvoice.rules.sum_net',
    broken: ({ totals }) =>
      exact(subtract(numbers(totals.lines, totals.charges), numbers(totals.allowances)), totals.net),
  },
  {
    id: 'BR-CO-14',
    text: 'einvoice.rules.sum_tax',
    broken: ({ taxes, totals }) => exact(numbers(...taxes.map(({ tax }) => tax)), totals.tax || '0'),
  },
  {
    id: 'BR-CO-15',
    text: 'einvoice.rules.sum_total',
    broken: ({ totals }) => exact(numbers(totals.net, totals.tax), totals.total),
  },
  {
    id: 'BR-CO-16',
    text: 'einvoice.rules.sum_due',
    broken: ({ totals }) =>
      exact(subtract(numbers(totals.total, totals.rounding), numbers(totals.prepaid)), totals.due),
  },
  {
    id: 'BR-CO-17',
    text: 'einvoice.rules.tax_amount',
    // Like the published rules, tolerates a difference of less than one, since tax may be rounded for each line.
    broken: ({ taxes }) =>
      taxes.flatMap(({ base, rate, tax }) => {
        if (!isDecimalText(base) || !isDecimalText(tax)) return [{ expected: '', given: tax }]
        const expected = divide(multiply(base, isDecimalText(rate ?? '') ? (rate ?? '0') : '0'), '100', 2)
        const difference = subtract(expected, tax)
        return once(compare(difference, '1') >= 0 || compare(difference, '-1') <= 0, { expected, given: tax })
      }),
  },
  missing('BR-CO-18', 'einvoice.rules.taxes', ({ taxes }) => taxes.length === 0),
  missing('BR-CO-26', 'einvoice.rules.seller_id', ({ seller }) => !seller.id && !seller.vatId),
  {
    id: 'BR-DEC',
    text: 'einvoice.rules.decimals',
    broken: (invoice) =>
      amountsOf(invoice).flatMap(([term, amount]) =>
        once(amount !== undefined && decimalsOf(amount) > 2, { id: `DEC-${term}`, amount: amount ?? '' }),
      ),
  },
  ...categoryRules,
  {
    id: 'BR-O-11',
    text: 'einvoice.rules.outside_alone',
    broken: ({ taxes }) => once(taxes.length > 1 && taxes.some(({ category }) => category === 'O')),
  },
]
