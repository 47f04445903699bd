import { draw, examine, readText } from './examine'
import { readInvoiceFile } from './invoice-file'
import { answerOrders } from './process'

answerOrders(async (order) => {
  if (order.work === 'examine') return examine(order.path, order.ending)
  if (order.work === 'draw') return draw(order.path, order.kind, order.to)
  if (order.work === 'read') return readText(order.path, order.most)
  if (order.work === 'invoice') return JSON.stringify(await readInvoiceFile(order.path))
  throw new Error(`The examiner process does not handle the order "${order.work}"`)
})
