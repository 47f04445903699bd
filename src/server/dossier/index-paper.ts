import { formatDate } from '#shared/base/dates.ts'
import type { Paper, PaperBlock, PaperCell, PaperLanguageFormats } from '#shared/kit/paper.ts'
import { paperTexts } from '#shared/trade/paper-words.ts'
import type { DossierSection } from './parts'

export interface IndexOptions {
  title: string
  company: string
  /** The name of the account for which the dossier was made. */
  reader: string
  /** The day on which it was made. */
  day: string
  tongues: PaperLanguageFormats
  /** The place of a part: its path in the archive or its first page; null if it is not in the dossier. */
  placeOf(key: string): string | null
  /** Whether `placeOf` returns paths or page numbers. */
  places: 'paths' | 'pages'
}

/** The index of a dossier: first all gaps, then every document with its place. */
export const indexPaper = (sections: readonly DossierSection[], options: IndexOptions): Paper => {
  const { title, company, reader, day, tongues, places } = options
  const { word, words } = paperTexts(tongues)
  const [{ language }] = tongues
  const gaps = gapRows(sections, options)
  const fact = (name: string, text: string) => ({ name, label: word(`dossier.index.${name}`), lines: [text] })
  return {
    title: `${word('dossier.heading')} ${title}`,
    language,
    heading: word('dossier.heading'),
    reference: title,
    owner: [company].filter(Boolean),
    blocks: [
      { kind: 'facts', facts: [fact('made_for', reader), fact('made_on', formatDate(day, language))] },
      ...(gaps.length > 0
        ? ([
            { kind: 'notes', title: word('dossier.index.gaps'), text: word('dossier.index.gaps_help') },
            {
              kind: 'table',
              columns: [
                { title: words('dossier.index.line'), kind: 'text' },
                { title: words('dossier.index.kind'), kind: 'text' },
                { title: words('dossier.index.gap'), kind: 'main' },
              ],
              rows: gaps,
            },
          ] satisfies PaperBlock[])
        : [{ kind: 'notes' as const, title: word('dossier.index.gaps'), text: word('dossier.index.no_gaps') }]),
      ...sections.flatMap((section): PaperBlock[] => [
        { kind: 'notes', title: headingOf(section), text: section.line?.facts || word('dossier.index.of_order') },
        {
          kind: 'table',
          columns: [
            { title: words('dossier.index.kind'), kind: 'text' },
            { title: words('dossier.index.document'), kind: 'main' },
            { title: words('dossier.state'), kind: 'text' },
            { title: words(`dossier.index.${places}`), kind: places === 'pages' ? 'number' : 'text' },
          ],
          rows: documentRows(section, options),
        },
      ]),
    ],
  }
}

const headingOf = ({ order, line }: DossierSection) => line?.title ?? order

/** The rows of the gaps: missing documents, documents that are not approved yet, and documents left out of the dossier. */
export const gapRows = (
  sections: readonly DossierSection[],
  { tongues, placeOf }: Pick<IndexOptions, 'tongues' | 'placeOf'>,
): PaperCell[][] => {
  const { word } = paperTexts(tongues)
  // A file that several lines share is listed once.
  const listed = new Set<string>()
  const isFirstAbsence = (key: string) => placeOf(key) === null && !listed.has(key) && Boolean(listed.add(key))
  return sections.flatMap((section) => {
    const row = (kind: string, text: string[]): PaperCell[] => [
      [headingOf(section)],
      [word(`dossier.kinds.${kind}`)],
      text,
    ]
    return [
      ...section.gaps.map(({ kind, text }) => row(kind, [text])),
      ...openRecords(section).map(({ part, state }) =>
        row(part.kind, [part.record || part.title, word('dossier.index.open', { state })]),
      ),
      ...section.parts
        .filter(({ part }) => isFirstAbsence(part.key))
        .map(({ part }) => row(part.kind, [part.title, word('dossier.index.not_bound')])),
    ]
  })
}

/** One part of each record that is not approved yet, because all its files share its state. */
const openRecords = ({ parts }: DossierSection) => [
  ...new Map(
    parts
      .filter(({ isOpen }) => isOpen)
      .map((entry) => [entry.part.record ? `${entry.part.kind} ${entry.part.record}` : entry.part.key, entry] as const),
  ).values(),
]

const documentRows = ({ parts }: DossierSection, { tongues, placeOf }: IndexOptions): PaperCell[][] => {
  const { word } = paperTexts(tongues)
  return parts.map(({ part, state, isOpen }) => [
    [word(`dossier.kinds.${part.kind}`)],
    [part.title],
    [...(isOpen ? [word('dossier.index.not_approved')] : []), ...(state ? [state] : [])],
    [placeOf(part.key) ?? word('dossier.index.absent')],
  ])
}
