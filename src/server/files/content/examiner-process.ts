import { draw, examine, readText } from './examine'
import type { ExaminerAnswer, ExaminerOrder } from './examiner'

const work = async (order: ExaminerOrder): Promise<ExaminerAnswer> => {
  try {
    return { id: order.id, done: await resultOf(order) }
  } catch (error) {
    return { id: order.id, failed: error instanceof Error ? error.message : String(error) }
  }
}

const resultOf = (order: ExaminerOrder) => {
  if (order.work === 'examine') return examine(order.path, order.ending)
  return order.work === 'draw' ? draw(order.path, order.kind, order.to) : readText(order.path, order.most)
}

process.on('message', async (order: ExaminerOrder) => {
  process.send?.(await work(order))
})
process.on('disconnect', () => process.exit())
