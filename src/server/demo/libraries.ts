import { Readable } from 'node:stream'
import { coverFirst, storeImage } from '#areas/articles/server/images.ts'
import { storeLogo } from '#areas/house-brands/server/logo.ts'
import type { Files } from '#server/files/store.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { system } from '#server/kit/principal.ts'
import { type ArtworkPeople, firstArtworks, laterArtworks, pinDemo } from '#server/seeds/demo/artworks.ts'
import { demoArticles } from '#server/seeds/demo/catalogue.ts'
import { garmentPicture, markOf, picturedAs } from '#server/seeds/demo/pictures.ts'
import { specDrawing, specVersions, versionRounds } from '#server/seeds/demo/specifications.ts'
import { create } from './create'
import { drawnPair } from './files'
import { readOfficeId, readPeople } from './people'

/** Pictures of the first articles of some categories, one in each of their first two colours. */
export const loadPictures = async ({ tx }: Work, files: Files, articles: readonly Doc[]) => {
  for (const [category, shape] of Object.entries(picturedAs)) {
    const pictured = articles.filter((_, index) => demoArticles[index]?.category === category).slice(0, 2)
    for (const article of pictured) {
      for (const { id, code } of (article.colourways as Doc[]).slice(0, 2)) {
        const pair = await drawnPair(files, `${article.article_no}-${code}.png`, (size) =>
          garmentPicture(shape, String(code), size),
        )
        await storeImage(files, tx, { article: Number(article.id), colour: Number(id) }, pair, system)
      }
      await coverFirst(tx, Number(article.id))
    }
  }
}

/** A logo for every brand that has a mark. */
export const loadLogos = async ({ tx }: Work, files: Files, brands: readonly Doc[]) => {
  for (const { id, code } of brands) {
    const mark = markOf(String(code))
    if (mark) await storeLogo(files, tx, Number(id), await drawnPair(files, `${code}.png`, mark), system)
  }
}

/** Creates all first versions, then all second versions and so on, because a version refers to the record before it. */
export const loadSpecifications = async (work: Work, day: string): Promise<Doc[]> => {
  const all: Doc[] = []
  let former: Doc[] = []
  for (let round = 0; round < versionRounds; round += 1) {
    former = await create(work, 'specifications', specVersions(round, day, former))
    all.push(...former)
  }
  return all
}

/** Attaches the sketch to each version that has one. */
export const loadDrawings = async ({ tx }: Work, files: Files, specifications: readonly Doc[]) => {
  const authorId = await readOfficeId(tx)
  for (const { id, spec_id, version_no } of specifications) {
    const drawing = await specDrawing(String(spec_id), Number(version_no))
    if (!drawing) continue
    const upload = await files.receive(Readable.from([drawing.bytes]), drawing.name, { kinds: ['pdf'], max: 1_000_000 })
    const place = { area: 'specifications', record_id: Number(id), slot: 'attachment' }
    await files.keep(tx, upload, place, { id: authorId }, { visibility: 'shared', kind: 'specification' })
  }
}

/** Creates artworks in every state, each made and reviewed by people of the office. */
export const loadArtworks = async (work: Work, day: string): Promise<Doc[]> => {
  const people = await artworkPeople(work)
  for (const [department, id] of Object.entries(people.reviewers))
    await work.tx.query('update users set review_departments = array[$2::text] where id = $1', [id, department])
  const first = await create(work, 'artworks', firstArtworks(day, people))
  return [...first, ...(await create(work, 'artworks', laterArtworks(first, day, people)))]
}

export const pinComments = async (work: Work, files: ReadonlyMap<string, number>, day: string) => {
  const file = files.get('AW-00009')
  if (file) await pinDemo(work, file, await artworkPeople(work), day)
}

const artworkPeople = async ({ tx }: Work): Promise<ArtworkPeople> => {
  const people = await readPeople(tx)
  const idOf = (email: string) => people.get(email)?.id ?? 0
  return {
    author: idOf('office2@demo.test'),
    reviewers: { brand: idOf('office@demo.test'), quality: idOf('office3@demo.test'), buying: idOf('admin@demo.test') },
    releaser: idOf('admin2@demo.test'),
  }
}
