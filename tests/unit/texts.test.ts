import { describe, expect, it } from 'vitest'
import { addressKey } from '#server/auth/attempts.ts'
import { languageOf, renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'

const files = import.meta.glob<Record<string, unknown>>('../../locales/*/{messages,mail}.json', {
  eager: true,
  import: 'default',
})

const written = import.meta.glob<string>('../../locales/**/*.{json,md}', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const sources = import.meta.glob<string>('../../src/**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })

/** Every key of the English texts, without the endings of numbers; a test of the locales compares the Chinese ones. */
const textKeys = new Set(
  Object.entries(written)
    .filter(([path]) => /\/en\/.*\.json$/.test(path))
    .flatMap(([path, text]) => {
      const prefix = path
        .replace(/^.*\/en\//, '')
        .replace(/\.json$/, '')
        .replaceAll('/', '.')
      const keys = (value: unknown, key: string): string[] =>
        typeof value === 'string'
          ? [key.replace(/_(one|other)$/, '')]
          : [key, ...Object.entries(value as object).flatMap(([name, inner]) => keys(inner, `${key}.${name}`))]
      return keys(JSON.parse(text), prefix)
    }),
)

/** Wording that reads as translated, or that names a thing otherwise than the rest of the portal does. */
const unwanted: Record<string, Record<string, RegExp>> = {
  en: {
    '“is not a”': /(?<!\b[Tt]here )\b(is|are) none?\b(?! (longer|more))/,
    'no space before %': /[\d}] %/,
    'a record is found or deleted': /\bnot there\b/,
    'someone else': /\bsomebody\b/i,
    'Leave blank for …': /\b(Empty|Left (empty|blank)): /,
  },
  zh: {
    您: /你/,
    提前结单: /短关/,
    尺码组: /尺码表/,
    币种: /货币/,
    车缝: /缝制/,
    系统: /平台|(?<!供应商)门户/,
    跟单进度: /时间与行动/,
    洗唛: /洗标/,
    起运港: /装运港/,
    检验: /验货/,
    出厂: /离厂/,
    单据: /单证/,
    海关编码: /HS 编码/,
    '国家/地区': /国家(／|或)地区/,
    'no space before %': /[\d}] [%％]/,
  },
}

describe('texts', () => {
  it.each(Object.entries(unwanted))('in %s are worded as the trade and the portal word them', (language, rules) => {
    const files = Object.entries(written).filter(([path]) => path.includes(`/${language}/`))
    expect(files.length).toBeGreaterThan(30)
    for (const [rule, pattern] of Object.entries(rules))
      expect([
        rule,
        files.flatMap(([path, text]) =>
          text
            .split('\n')
            .filter((line) => pattern.test(line))
            .map((line) => `${path}: ${line.trim()}`),
        ),
      ]).toEqual([rule, []])
  })

  it('speak both languages', () => {
    expect(renderText(textOf('messages.too_short', { min: 8 }), 'en')).toBe('At least 8 characters.')
    expect(renderText(textOf('messages.too_short', { min: 8 }), 'zh')).toBe('至少 8 个字符。')
  })

  it('count', () => {
    expect(renderText(textOf('messages.too_many_attempts', { count: 1 }), 'en')).toMatch(/wait a minute/)
    expect(renderText(textOf('messages.too_many_attempts', { count: 15 }), 'en')).toMatch(/wait 15 minutes/)
    expect(renderText(textOf('messages.too_many_attempts', { count: 1 }), 'zh')).toMatch(/等待 1 分钟/)
  })

  it('hold other texts', () => {
    const nested = textOf('messages.bad_filter_value', { value: textOf('messages.not_found') })
    expect(renderText(nested, 'en')).toBe('“Not found.” is not valid for this filter.')
    expect(renderText(nested, 'zh')).toBe('此筛选条件不能取值“未找到。”。')
  })

  it('write days as people read them', () => {
    const ends = textOf('problems.factory-allocations.ends_late', { date: '2027-03-05' })
    expect(renderText(ends, 'en')).toBe('The end is after the ex-factory date (5 Mar 2027).')
    expect(renderText(ends, 'zh')).toContain('2027年3月5日')
  })

  it('take what people wrote as it is', () => {
    const value = '<b>"{{lng}}" $t(messages.forbidden) & 绿'
    expect(renderText(textOf('messages.bad_filter_value', { value }), 'en')).toBe(
      `“${value}” is not valid for this filter.`,
    )
  })

  it('show the key of what no locale has', () => {
    expect(renderText(textOf('messages.no_such_text'), 'zh')).toBe('messages.no_such_text')
    expect(renderText(textOf('messages'), 'en')).toMatch(/messages/)
  })

  it('exist for every key that the code writes out', () => {
    const missing = Object.entries(sources).flatMap(([path, source]) => {
      const area = /\/areas\/([\w-]+)\/screens\//.exec(path)?.[1]
      const keys = [...source.matchAll(/\b(?:t|textOf)\(\s*'([a-z_]+\.[\w.-]+)'/g)].map(([, key = '']) => key)
      const ofScreens = area ? [...source.matchAll(/\bscreenText\(\s*'([\w.-]+)'/g)] : []
      return [...keys, ...ofScreens.map(([, key]) => `areas.${area}.screen.${key}`)]
        .filter((key) => !textKeys.has(key.replace(/_(one|other)$/, '')))
        .map((key) => `${path}: ${key}`)
    })
    expect(textKeys.size).toBeGreaterThan(5000)
    expect(missing).toEqual([])
  })

  it('tell every notice about orders alone and with others of its kind', () => {
    for (const [path, texts] of Object.entries(files).filter(([path]) => path.endsWith('/mail.json')))
      for (const [mail, parts] of Object.entries(texts).filter(([mail]) => mail.startsWith('po_')))
        expect(parts, `${path} ${mail}`).toMatchObject({
          many: { subject: expect.stringContaining('{{count}}'), intro: expect.stringContaining('{{count}}') },
        })
  })

  it('greet nobody in the first sentence of several notices: the mail around them has the greeting', () => {
    for (const [path, texts] of Object.entries(files).filter(([path]) => path.endsWith('/mail.json')))
      for (const [mail, { many }] of Object.entries(texts as Record<string, { many?: { intro: string } }>))
        if (many) expect(many.intro, `${path} ${mail}`).toMatch(/^(?!.*\{\{name}})\S(.|\n)*\S$/)
  })

  it('stand in both languages with the same places', () => {
    const flat = (value: unknown, path: string): [string, string][] =>
      typeof value === 'string'
        ? [
            [
              path.replace(/_(one|other)$/, ''),
              [...value.matchAll(/{{(\w+)}}/g)]
                .map(([, name]) => name)
                .sort()
                .join(),
            ],
          ]
        : Object.entries(value as object).flatMap(([name, inner]) => flat(inner, `${path}.${name}`))
    const of = (language: string) =>
      Object.entries(files)
        .filter(([path]) => path.includes(`/${language}/`))
        .flatMap(([path, content]) => flat(content, path.split('/').at(-1) ?? ''))
        // The English singular leaves the number out.
        .filter(([key]) => !key.endsWith('too_many_attempts'))
        .sort()
    expect(of('zh')).toEqual(of('en'))
  })
})

describe('the preferred language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['zh', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['ZH-cn,en;q=0.5', 'zh'],
    ['en-GB,zh;q=0.9', 'en'],
    ['en;q=0.1, zh;q=0.2', 'zh'],
    ['fr, de;q=0.9, zh;q=0.1', 'zh'],
    ['zh;q=0', 'en'],
    ['zh;q=nonsense', 'en'],
    [';;;,,,q=', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('of %j is %s', (header, language) => expect(languageOf(header)).toBe(language))
})

describe('the address that failures are counted for', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, key) => expect(addressKey(address)).toBe(key))
})
