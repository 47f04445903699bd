import { draw, examine, readText } from './examine'
import { answerOrders } from './process'

answerOrders(async (order) => {
  if (order.work === 'examine') return examine(order.path, order.ending)
  if (order.work === 'draw') return draw(order.path, order.kind, order.to)
  if (order.work === 'read') return readText(order.path, order.most)
  throw new Error(`this process does not ${order.work}`)
})
