import type { FastifyInstance } from 'fastify'
import type { Kit } from '#server/kit/kit.ts'
import type { Lists } from '#server/kit/read/lists.ts'
import { resultRoutes } from './result-routes'
import { stepRoutes } from './step-routes'
import { importTargets } from './targets'
import { templateRoutes } from './template-routes'
import { takeFileBodies, uploadRoute } from './upload'
import { createImportWorker } from './worker'

/**
 * Routes of imports: `/api/<area>/import` takes a file; `/api/imports/<id>…` are the steps of the import, which a person can
 * leave and resume.
 */
export const importRoutes = (app: FastifyInstance, { kit, lists }: { kit: Kit; lists: Lists }) => {
  const worker = createImportWorker(kit, app.log)
  app.addHook('onReady', () => worker.start())
  app.addHook('preClose', () => worker.stop())
  // Only this scope accepts file bodies.
  app.register(async (scope) => {
    takeFileBodies(scope)
    for (const area of importTargets(kit)) uploadRoute(scope, area, kit)
  })
  for (const area of importTargets(kit)) templateRoutes(app, area, { kit, lists })
  stepRoutes(app, { kit, worker })
  resultRoutes(app, kit)
}
