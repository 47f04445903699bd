import type { FastifyInstance } from 'fastify'
import type { Queryable } from '#server/db/types.ts'
import { attachedCovers } from '#server/files/covers.ts'
import { pictureRoutes } from '#server/files/pictures.ts'
import type { Doc, Kit, Work } from '#server/kit/kit.ts'
import { picturedTypes } from '#shared/kit/attachments.ts'
import { type Problem, problem } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { artworks } from '../area'

/** Files that reviewers need and that are missing: the print-ready file, and a file with a preview. */
export const unreadyFiles = async ({ tx }: Work, artwork: Doc): Promise<Problem[]> => {
  const files = await latestFiles(tx, artwork)
  const printFiles = files.filter(({ kind }) => kind === 'print_file')
  if (printFiles.length === 0) return [problem(textOf('problems.artworks.print_file_missing'))]
  if (!files.some(({ type }) => picturedTypes.includes(type)))
    return [problem(textOf('problems.artworks.picture_missing'))]
  return []
}

/** Files that a release needs: in addition, a clean scan of the print file and a finished preview. */
export const unreleasableFiles = async (work: Work, artwork: Doc): Promise<Problem[]> => {
  const problems = await unreadyFiles(work, artwork)
  if (problems.length > 0) return problems
  const files = await latestFiles(work.tx, artwork)
  if (!files.some(({ kind, scan }) => kind === 'print_file' && scan === 'clean'))
    return [problem(textOf('problems.artworks.print_file_unchecked'))]
  return files.some(({ has_preview }) => has_preview) ? [] : [problem(textOf('problems.artworks.preview_missing'))]
}

/** Thumbnails of artwork for lists and references; visible to suppliers as well. */
export const coverRoutes = (app: FastifyInstance, kit: Kit) =>
  pictureRoutes(app, { kit, files: app.files }, artworks).covers(
    attachedCovers(artworks.name, ['print_file', 'artwork']),
    'Addresses of small pictures of artwork, by artwork',
  )

const latestFiles = (on: Queryable, { id }: Doc) =>
  on.query<{ kind: string | null; type: string; scan: string; has_preview: boolean }>(
    `select distinct on (coalesce(f.series_id, f.id)) f.kind, f.type, f.scan, exists (
       select 1 from files p where p.source_id = f.id and p.slot = 'attachment_preview') as has_preview
     from files f where f.area = 'artworks' and f.record_id = $1 and f.slot = 'attachment' and f.scan <> 'refused'
     order by coalesce(f.series_id, f.id), f.version_no desc`,
    [id],
    'artwork_files',
  )
