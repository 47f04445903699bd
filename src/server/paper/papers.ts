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

/** A file to give away. */
export interface PaperFile {
  name: string
  content: Buffer
}

/** The PDF of a record as `me` may read it; null where it is out of sight or has no paper. */
export const paperFile = async (
  kit: Kit,
  me: Principal,
  wish: { area: string; id: number; language: PaperLanguage; revision?: number; unit?: LengthUnit },
  by: Customer = me.id,
  signal?: AbortSignal,
): Promise<PaperFile | null> => {
  const { paper: paperOf } = kit.server(wish.area)
  const [record] = paperOf ? await kit.repository(wish.area).find(kit.db, me, [wish.id]) : []
  if (!paperOf || !record) return null
  const tongues = tonguesOf(wish.language)
  const { name, paper } = await paperOf(kit, me, record, { tongues, revision: wish.revision, unit: wish.unit })
  const file = `${[name, ...tongues.map(({ language }) => language)].join('-')}.pdf`
  return { name: file, content: await printPaper(paper, tongues, by, signal) }
}

/** A paper as a PDF, with its page numbers in the same languages. */
export const printPaper = (
  paper: Paper,
  tongues: PaperLanguageFormats,
  by: Customer,
  signal?: AbortSignal,
  embedded?: EmbeddedXml,
) => press.print({ kind: 'paper', paper, pageWords: pageWords(tongues), ...(embedded && { embedded }) }, by, signal)

/** The paper attached to a mail, as the supplier's agents may read it; null when it was withdrawn meanwhile. */
export const mailedPaper = (kit: Kit, { supplier_id, ...wish }: MailedPaper): Promise<PaperFile | null> =>
  paperFile(kit, { ...system, role: 'Agent', supplier_id, name: '' }, wish, 'outbox')

export const tonguesOf = (language: PaperLanguage): PaperLanguageFormats =>
  language === 'both' ? [spoken.en, spoken.zh] : [spoken[language]]

const spoken: Record<Language, PaperLanguageFormat> = {
  en: { language: 'en', say: (key, params) => renderText(textOf(key, params), 'en') },
  zh: { language: 'zh', say: (key, params) => renderText(textOf(key, params), 'zh') },
}

const pageWords = (tongues: PaperLanguageFormats) =>
  tongues.map((tongue) => tongue.say('paper.page', { page: '{page}', pages: '{pages}' })).join(' · ')
