import { describe, expect, it } from 'vitest'
import { createPaths, safeFileName, safeName } from '#shared/trade/dossier-names.ts'

describe('names in a dossier', () => {
  it.each([
    ['PO-1001', 'PO-1001'],
    ['女装 羊毛衫', '女装 羊毛衫'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['..\\..\\windows', '-..-windows'],
    ['/', '-'],
    ['..', '_'],
    ['', '_'],
    ['  . ', '_'],
    ['a:b*c?d"e<f>g|h', 'a_b_c_d_e_f_g_h'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['ends with dots...', 'ends with dots'],
    ['gpj\u202e.exe', 'gpj.exe'],
    ['tab\there\nand there', 'tabhereand there'],
    ['Cafe\u0301', 'Café'],
  ])('%j is kept as %j', (given, kept) => {
    expect(safeName(given)).toBe(kept)
  })

  it('cuts what is long, never within a character, and keeps the ending of a file', () => {
    expect(safeName('x'.repeat(100))).toHaveLength(40)
    expect(safeName(`${'x'.repeat(39)}😀`)).toBe('x'.repeat(39))
    expect(safeName(`${'x'.repeat(39)} y`)).toBe('x'.repeat(39))
    expect(safeFileName(`${'x'.repeat(300)}.PDF`)).toBe(`${'x'.repeat(76)}.pdf`)
    expect(safeFileName('.htaccess')).toBe('htaccess')
    expect(safeFileName('report')).toBe('report')
  })

  it('gives every file a path of its own, for systems that do not tell capitals from small letters too', () => {
    const paths = createPaths()
    expect(['Front.pdf', 'front.PDF', 'ｆront.pdf', 'front (2).pdf'].map((name) => paths(['a'], name))).toEqual([
      'a/Front.pdf',
      'a/front (2).PDF',
      'a/ｆront (3).pdf',
      'a/front (2) (2).pdf',
    ])
    expect(paths(['b'], 'Front.pdf')).toBe('b/Front.pdf')
  })
})
