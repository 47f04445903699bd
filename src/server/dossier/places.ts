import type { PaperLanguageFormats } from '#shared/kit/paper.ts'
import type { DossierKind } from '#shared/trade/dossier.ts'
import { createPaths, safeName } from '#shared/trade/dossier-names.ts'
import { paperTexts } from '#shared/trade/paper-words.ts'
import type { DossierPart, DossierSection } from './parts'

/**
 * The path of every part in the archive, by its key: order, line, kind. A document that several lines share is stored once,
 * in a shared folder.
 */
export const placesOf = (
  sections: readonly DossierSection[],
  parts: readonly DossierPart[],
  tongues: PaperLanguageFormats,
): { paths: ReadonlyMap<string, string>; index: string } => {
  const { word } = paperTexts(tongues)
  const paths = createPaths()
  const index = paths([], `${safeName(word('dossier.file_names.index'))}.pdf`)
  const placed = parts.map((part) => {
    const users = sections.filter((section) => section.parts.some((entry) => entry.part.key === part.key))
    const kind = word(`dossier.folders.${part.kind}`)
    const inKind = withoutFolder.has(part.kind) ? [] : [safeName(kind)]
    const folders = [...homeOf(users, word), ...inKind, ...(part.record ? [safeName(part.record)] : [])]
    return [part.key, paths(folders, part.fileName)] as const
  })
  return { paths: new Map(placed), index }
}

const withoutFolder: ReadonlySet<DossierKind> = new Set(['order', 'line'])

const homeOf = (users: readonly DossierSection[], word: (key: string) => string): string[] => {
  const orders = [...new Set(users.map(({ order }) => order))]
  const [order = ''] = orders
  if (orders.length > 1) return [safeName(word('dossier.folders.several_orders'))]
  const [only] = users
  if (users.length > 1) return [safeName(order), safeName(word('dossier.folders.several_lines'))]
  return only?.line ? [safeName(order), only.line.folder] : [safeName(order)]
}
