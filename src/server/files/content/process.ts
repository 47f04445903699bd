import type { ExaminerAnswer, ExaminerOrder, Result } from './examiner'

/** Makes this process answer the orders of its parent. */
export const answerOrders = (resultOf: (order: ExaminerOrder) => Promise<Result>) => {
  const work = async (order: ExaminerOrder): Promise<ExaminerAnswer> => {
    try {
      return { id: order.id, done: await resultOf(order) }
    } catch (error) {
      return { id: order.id, failed: error instanceof Error ? error.message : String(error) }
    }
  }
  process.on('message', async (order: ExaminerOrder) => {
    process.send?.(await work(order))
  })
  process.on('disconnect', () => process.exit())
}
