import { attachedCovers } from '#server/files/covers.ts'
import { pictureRoutes } from '#server/files/pictures.ts'
import { serve } from '#server/kit/kit.ts'
import { poms } from './area'

/** Thumbnails of uploaded pictures, which replace the built-in sketches in the list. */
export const server = serve(poms, {
  routes: (app, kit) =>
    pictureRoutes(app, { kit, files: app.files }, poms).covers(
      attachedCovers(poms.name),
      'Addresses of small sketches of points of measure, by point',
    ),
})
