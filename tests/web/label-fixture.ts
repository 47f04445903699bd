/** The labels of a line as the server answers them: two sizes, in a market of two. */
export const labelsOf = (changes: Record<string, unknown> = {}) => ({
  market: 'AU',
  markets: [
    { id: 1, code: 'AU', name_en: 'Australia', name_zh: '澳大利亚' },
    { id: 7, code: 'CN', name_en: 'China', name_zh: '中国' },
  ],
  purchase_order_id: 12,
  seam_mm: 6,
  sizes: ['S', 'M'],
  missing: [],
  labels: [],
  sheets: ['S', 'M'].map((size) => ({
    size,
    width: 85.04,
    height: 141.73,
    items: [
      {
        kind: 'text',
        part: 'size',
        text: `Size ${size}`,
        language: null,
        x: 20,
        y: 30,
        width: 40,
        size: 9,
        isStrong: true,
      },
      { kind: 'symbol', code: 'BN', x: 20, y: 40, size: 12 },
    ],
  })),
  ...changes,
})
