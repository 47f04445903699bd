import type { MailedPaper } from '#server/jobs/mail.ts'
import type { Kit } from '#server/kit/kit.ts'
import { type Principal, system } from '#server/kit/principal.ts'
import { renderText } from '#server/texts.ts'
import type { Paper, PaperLanguageFormat, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { type Language, languages, textOf } from '#shared/kit/text.ts'
import type { LengthUnit } from '#shared/trade/lengths.ts'
import type { EmbeddedXml } from './pdf-embedded'
import { type Customer, press } from './press'

/** The languages of a paper: one, or both side by side. */
export type PaperLanguage = Language | 'both'
export const isPaperLanguage = (text: string): text is PaperLanguage =>
  text === 'both' || languages.some((language) => language === text)

/** A printed paper as a file. */
export interface PaperFile {
  name: string
  content: Buffer
}

/** The PDF of a record with the fields that `me` may read; null if it is out of scope or its area has no paper. */
export const paperFile = async (
  kit: Kit,
  me: Principal,
  request: { area: string; id: number; language: PaperLanguage; revision?: number; unit?: LengthUnit },
  by: Customer = me.id,
  signal?: AbortSignal,
): Promise<PaperFile | null> => {
  const { paper: paperOf } = kit.server(request.area)
  const [record] = paperOf ? await kit.repository(request.area).find(kit.db, me, [request.id]) : []
  if (!paperOf || !record) return null
  const tongues = tonguesOf(request.language)
  const { name, paper } = await paperOf(kit, me, record, { tongues, revision: request.revision, unit: request.unit })
  const file = `${[name, ...tongues.map(({ language }) => language)].join('-')}.pdf`
  return { name: file, content: await printPaper(paper, tongues, by, signal) }
}

/** Prints a paper as a PDF, with page numbers in its languages. */
export const printPaper = (
  paper: Paper,
  tongues: PaperLanguageFormats,
  by: Customer,
  signal?: AbortSignal,
  embedded?: EmbeddedXml,
) => press.print({ kind: 'paper', paper, pageWords: pageWords(tongues), ...(embedded && { embedded }) }, by, signal)

/** The paper attached to a mail, with the fields that the supplier's agents may read; null if it was withdrawn since. */
export const mailedPaper = (kit: Kit, { supplier_id, ...request }: MailedPaper): Promise<PaperFile | null> =>
  paperFile(kit, { ...system, role: 'Agent', supplier_id, name: '' }, request, 'outbox')

export const tonguesOf = (language: PaperLanguage): PaperLanguageFormats =>
  language === 'both' ? [formats.en, formats.zh] : [formats[language]]

const formats: Record<Language, PaperLanguageFormat> = {
  en: { language: 'en', say: (key, params) => renderText(textOf(key, params), 'en') },
  zh: { language: 'zh', say: (key, params) => renderText(textOf(key, params), 'zh') },
}

const pageWords = (tongues: PaperLanguageFormats) =>
  tongues.map((tongue) => tongue.say('paper.page', { page: '{page}', pages: '{pages}' })).join(' · ')
