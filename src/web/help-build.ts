import { Lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Block, Guide, Inline } from './pages/help/guide'

/**
 * Vite plugin that parses the Markdown of the guides at build time, so that readers load no parser and no text is
 * inserted as HTML.
 */
export const helpGuides = (): Plugin => ({
  name: 'portal:help-guides',
  transform: {
    filter: { id: /\/help\/[\w-]+\.md$/ },
    handler: (code, id) => ({
      code: `export default ${JSON.stringify(guideOf(code, id))}`,
      map: null,
      moduleType: 'js',
    }),
  },
})

/**
 * Parses a guide: a title, a summary paragraph, then sections with ids in their headings: `## Text {#id}`. Throws an
 * error that names the file if it has another form.
 */
export const guideOf = (markdown: string, file: string): Guide => {
  const [title, summary, ...rest] = new Lexer().lex(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title.depth !== 1 || summary?.type !== 'paragraph')
    throw new Error(`${file}: a guide starts with its title and a paragraph, that is a heading of level 1 and text`)
  // Cards and search results show the summary as plain text, so it cannot have links or emphasis.
  if (summary.tokens?.some(({ type }) => type !== 'text' && type !== 'escape'))
    throw new Error(`${file}: the first paragraph is plain words, so remove its links and emphasis`)
  return { title: title.text, summary: summary.text, blocks: rest.map((token) => blockOf(token, file)) }
}

const blockOf = (token: Token, file: string): Block => {
  switch (token.type) {
    case 'heading': {
      const [, text, id] = /^(.*) \{#([\w-]+)\}$/.exec(token.text) ?? []
      if (token.depth !== 2 || !text || !id)
        throw new Error(`${file}: “${token.raw.trim()}” is no heading with an id, such as ## Text {#id}`)
      return { kind: 'heading', id, text }
    }
    case 'paragraph':
    case 'text':
      return { kind: 'text', inline: inlinesOf(token.tokens, file) }
    case 'blockquote':
      return { kind: 'note', blocks: blocksOf(token.tokens, file) }
    case 'list':
      return {
        kind: token.ordered ? 'steps' : 'list',
        items: (token as Tokens.List).items.map(({ tokens }) => blocksOf(tokens, file)),
      }
    default:
      throw new Error(`${file}: guides have no ${token.type}`)
  }
}

const blocksOf = (tokens: Token[] | undefined, file: string) =>
  (tokens ?? []).filter(({ type }) => type !== 'space').map((token) => blockOf(token, file))

const inlinesOf = (tokens: Token[] | undefined, file: string): Inline[] =>
  (tokens ?? []).map((token): Inline => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.text
      case 'strong':
        return { kind: 'strong', inline: inlinesOf(token.tokens, file) }
      case 'codespan':
        return { kind: 'code', text: token.text }
      case 'link':
        return { kind: 'link', to: token.href, inline: inlinesOf(token.tokens, file) }
      default:
        throw new Error(`${file}: guides have no ${token.type}`)
    }
  })
