import { attachedCovers } from '#server/files/covers.ts'
import { pictureRoutes } from '#server/files/pictures.ts'
import { serve } from '#server/kit/kit.ts'
import { poms } from './area'

/** Pictures that take the place of the portal's sketches, small, for the list. */
export const server = serve(poms, {
  routes: (app, kit) =>
    pictureRoutes(app, { kit, files: app.files }, poms).covers(
      attachedCovers(poms.name),
      'Addresses of small sketches of points of measure, by point',
    ),
})
