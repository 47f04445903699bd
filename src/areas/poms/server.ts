import { sql } from 'kysely'
import { pictureRoutes } from '#server/files/pictures.ts'
import { serve } from '#server/kit/kit.ts'
import { poms } from './area'

/** Pictures that stand instead of the sketches of the portal, small, for the list. */
export const server = serve(poms, {
  routes: (app, kit) =>
    pictureRoutes(app, { kit, files: app.files }, poms).covers(
      sql`
        select distinct on (f.record_id) f.record_id, thumb.id as file_id
        from files as f join files as thumb on thumb.source_id = f.id and thumb.slot = 'attachment_thumb'
        where f.area = ${sql.lit(poms.name)} and f.slot = 'attachment' and f.visibility = 'shared'
        order by f.record_id, f.version_no desc, f.id`,
      'Addresses of small sketches of points of measure, by point',
    ),
})
