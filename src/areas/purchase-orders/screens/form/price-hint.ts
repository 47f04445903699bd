import { format } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { useLastPrice } from '#web/kit/record/use-last-price.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { purchaseOrders } from '../../area'
import { screenText } from '../texts'
import type { Article } from './article-input'

/** Target price and last price of an article as hints; empty without the right to read them. */
export const usePriceHint = (article: Article | undefined): string[] => {
  const articles = areaOf(areaOf(purchaseOrders, 'lines'), 'article_id')
  const last = useLastPrice(articles, article?.id ?? null, fieldRights().mayRead(articles, 'target_fob'))
  const target = article?.target_fob
  return [
    target && screenText('lines.target_price', { price: money(article.currency, target) }),
    last && screenText('lines.last_fob', { price: money(last.currency, last.price), date: format.date(last.date) }),
  ].filter((hint) => typeof hint === 'string')
}

const money = (currency: string | null | undefined, price: string) =>
  [currency, format.number(price, 2)].filter(Boolean).join(' ')
