import { draw, examine } from './examine'
import type { ExaminerAnswer, ExaminerOrder } from './examiner'

const work = async (order: ExaminerOrder): Promise<ExaminerAnswer> => {
  try {
    const done =
      order.work === 'examine' ? await examine(order.path, order.ending) : await draw(order.path, order.kind, order.to)
    return { id: order.id, done }
  } catch (error) {
    return { id: order.id, failed: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', async (order: ExaminerOrder) => {
  process.send?.(await work(order))
})
process.on('disconnect', () => process.exit())
