import { bindBook, preparePages } from './bind'
import { answerOrders } from './process'

answerOrders(async (order) => {
  if (order.work === 'pages') return preparePages(order.path, order.kind, order.to)
  if (order.work === 'bind') return bindBook(order.book)
  throw new Error(`The book process does not handle the order "${order.work}"`)
})
