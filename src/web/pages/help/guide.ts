import type { Language } from '#shared/kit/text.ts'
import { tracked } from '#web/loading/tracked.ts'

/** A guide, parsed from its Markdown by `help-build.ts`. */
export interface Guide {
  title: string
  /** Summary in one sentence. */
  summary: string
  blocks: Block[]
}

export type Block =
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'text'; inline: Inline[] }
  | { kind: 'note'; blocks: Block[] }
  | { kind: 'list' | 'steps'; items: Block[][] }

export type Inline =
  | string
  | { kind: 'strong'; inline: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; to: string; inline: Inline[] }

/** All guides in a language by name, loaded once. */
export const guidesIn = (language: Language): Promise<ReadonlyMap<string, Guide>> => {
  const cached = loading.get(language)
  if (cached) return cached
  const guides = tracked(load(language))
  guides.catch(() => loading.delete(language))
  loading.set(language, guides)
  return guides
}

const loading = new Map<Language, Promise<ReadonlyMap<string, Guide>>>()

const load = async (language: Language) => {
  const { files } = await (language === 'zh' ? import('./guides-zh') : import('./guides-en'))
  return new Map(Object.entries(files).map(([path, guide]) => [nameOf(path), guide]))
}

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.md$/, '')

/** The whole text of a guide, for the search. */
export const wordsOf = (guide: Guide): string =>
  [guide.title, guide.summary, ...guide.blocks.flatMap(textsOf)].join(' ')

/** The sections of a guide with their whole text. */
export const sectionsOf = ({ blocks }: Guide): { id: string; title: string; words: string }[] => {
  const sections: { id: string; title: string; words: string }[] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    if (block.kind === 'heading') sections.push({ id: block.id, title: block.text, words: block.text })
    else if (last) last.words += ` ${textsOf(block).join(' ')}`
  }
  return sections
}

const textsOf = (block: Block): string[] => {
  if (block.kind === 'heading') return [block.text]
  if (block.kind === 'text') return [block.inline.map(plainText).join('')]
  return (block.kind === 'note' ? block.blocks : block.items.flat()).flatMap(textsOf)
}

const plainText = (inline: Inline): string => {
  if (typeof inline === 'string') return inline
  return inline.kind === 'code' ? inline.text : inline.inline.map(plainText).join('')
}
