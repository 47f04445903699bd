/** The usual size scales of garments, smallest size first; `ratio_default` is a usual mix of sizes in one pack. */
export const sizeScales = [
  scale('ALPHA', 'Alpha XXS–4XL', '字母码 XXS–4XL', 'International', {
    sizes: ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL'],
    ratio: { S: 1, M: 2, L: 2, XL: 1 },
  }),
  scale('NUM_AU_UK', 'Women’s 4–24 (AU, NZ, UK)', '女装 4–24 码（澳、新、英）', 'AU, NZ, GB', {
    sizes: numbers(4, 24, 2),
    ratio: { 8: 1, 10: 2, 12: 2, 14: 2, 16: 1 },
  }),
  scale('NUM_EU', 'Women’s 32–52 (EU)', '女装 32–52 码（欧洲）', 'EU', {
    sizes: numbers(32, 52, 2),
    ratio: { 36: 1, 38: 2, 40: 2, 42: 2, 44: 1 },
  }),
  scale('WAIST', 'Waist 26–42 inches', '腰围 26–42 英寸', 'International', {
    sizes: [...numbers(26, 34, 1), ...numbers(36, 42, 2)],
    ratio: { 30: 1, 32: 2, 34: 2, 36: 1 },
  }),
  scale('KIDS', 'Children 000–16', '童装 000–16 码', 'AU, NZ, GB', {
    sizes: ['000', '00', '0', ...numbers(1, 8, 1), ...numbers(10, 16, 2)],
    ratio: { 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 8: 1 },
  }),
  scale('BRA', 'Bra 32A–40E', '文胸 32A–40E', 'GB', {
    sizes: numbers(32, 40, 2).flatMap((band) => ['A', 'B', 'C', 'D', 'DD', 'E'].map((cup) => band + cup)),
    ratio: { '34B': 2, '34C': 2, '36B': 1, '36C': 2, '36D': 1 },
  }),
  scale('SOCKS', 'Socks 35–50 (EU)', '袜子 35–50 码（欧码）', 'EU, GB', {
    sizes: ['35-38', '39-42', '43-46', '47-50'],
    ratio: { '39-42': 2, '43-46': 2, '47-50': 1 },
  }),
  scale('ONE', 'One size', '均码', 'International', { sizes: ['OS'], ratio: { OS: 1 } }),
]

function scale(
  code: string,
  name_en: string,
  name_zh: string,
  market: string,
  { sizes, ratio }: { sizes: string[]; ratio: Record<string, number> },
) {
  return {
    code,
    name_en,
    name_zh,
    market,
    // Steps of ten let the office insert a size between two others.
    sizes: sizes.map((label, index) => ({
      label,
      sort_order: (index + 1) * 10,
      ratio_default: ratio[label] ?? 0,
    })),
  }
}

function numbers(from: number, to: number, step: number): string[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => String(from + index * step))
}
