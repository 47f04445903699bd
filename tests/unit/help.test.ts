import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areas } from '#areas/index.ts'
import { pages } from '#areas/pages.ts'
import { worklists } from '#areas/worklists.ts'
import type { Area } from '#shared/kit/area.ts'
import { guideOf } from '#web/help-build.ts'
import { adminGuides, articles, officeGuides } from '#web/pages/help/collections.ts'
import type { Block, Guide, Inline } from '#web/pages/help/guide.ts'

const folder = (language: string) => resolve(import.meta.dirname, '../../locales', language, 'help')
const files = readdirSync(folder('en'))
const read = (language: string, file: string) => guideOf(readFileSync(join(folder(language), file), 'utf8'), file)
const headings = ({ blocks }: Guide) => blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
const shapes = ({ blocks }: Guide) => blocks.map(({ kind }) => kind)

const linksIn = (block: Block): string[] => {
  if (block.kind === 'heading') return []
  if (block.kind === 'text') return block.inline.flatMap(linksOf)
  return (block.kind === 'note' ? block.blocks : block.items.flat()).flatMap(linksIn)
}
const linksOf = (inline: Inline): string[] => {
  if (typeof inline === 'string' || inline.kind === 'code') return []
  return [...(inline.kind === 'link' ? [inline.to] : []), ...inline.inline.flatMap(linksOf)]
}

describe('the guides', () => {
  it('are the same in both languages', () => {
    expect(readdirSync(folder('zh'))).toEqual(files)
  })

  it.each(files)('%s has the same sections, steps, notes and links in both', (file) => {
    const [english, chinese] = [read('en', file), read('zh', file)]
    expect(headings(chinese)).toEqual(headings(english))
    expect(shapes(chinese)).toEqual(shapes(english))
    expect(chinese.blocks.flatMap(linksIn)).toEqual(english.blocks.flatMap(linksIn))
    expect(new Set(headings(english)).size).toBe(headings(english).length)
    expect(chinese.title + chinese.summary).toMatch(/\p{Script=Han}/u)
  })

  it('lead to pages that exist', () => {
    const known = new Set([...pages, ...worklists, ...(areas as readonly Area[])].map(({ path }) => path))
    const guides = new Set(
      [adminGuides, officeGuides, articles].flatMap(({ path, guides }) => guides.map(({ id }) => `${path}/${id}`)),
    )
    const broken = files
      .flatMap((file) => read('en', file).blocks.flatMap(linksIn))
      .filter((to) => !known.has(to) && !guides.has(to))
    expect(broken).toEqual([])
  })

  it('say where a guide breaks the rules', () => {
    expect(() => guideOf('## First {#first}', 'a.md')).toThrow('a.md: a guide starts with its title and a paragraph')
    expect(() => guideOf('# Title\n\n[Here](/there) it is.', 'a.md')).toThrow(
      'a.md: the first paragraph is plain words',
    )
    expect(() => guideOf('# Title\n\nText.\n\n## No id', 'a.md')).toThrow('is no heading with an id')
    expect(() => guideOf('# Title\n\nText.\n\n<b>HTML</b>', 'a.md')).toThrow(/guides have no/)
  })
})
