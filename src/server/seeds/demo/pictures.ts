import { crc32, deflateSync } from 'node:zlib'

/** Draws a garment in the shade of the colour on a plain background, as a small PNG. Deterministic for a given shade. */
export const garmentPicture = (shape: Shape, colour: string, size: number): Buffer =>
  twoTone(size, ground, shades[colour] ?? shades.GRM ?? ground, (x, y) => isInside(shapes[shape], x, y))

/** Returns a function that draws the mark of an invented brand in any size, or undefined if the brand has no mark. */
export const markOf = (code: string): ((size: number) => Buffer) | undefined => {
  const mark = marks[code]
  return mark && ((size) => twoTone(size, [0xff, 0xff, 0xff], mark.shade, mark.isInk))
}

/** Draws the proof of a care label: five care symbols in a row below a seam. */
export const labelProof = (size: number): Buffer =>
  twoTone(size, [0xff, 0xff, 0xff], [0x22, 0x22, 0x22], (x, y) => {
    if (Math.abs(y - 12) < 0.8) return x % 6 < 3
    return proofSymbols.some((isInk, index) => isInk(x - 10 - 16.5 * index, y - 42)) || isProofText(x, y)
  })

/** The care symbols, each in a field of 13 by 13. */
const proofSymbols: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) =>
    x > 0 && x < 13 && ((y > 11 && y < 12.4) || (y > 2 && y < 12.4 && (x < 1.4 || x > 11.6)) || (y > 4 && y < 5)),
  (x, y) => y > 0 && y < 12.4 && (Math.abs(Math.abs(x - 6.5) - y / 1.9) < 0.8 || (y > 11.2 && Math.abs(x - 6.5) < 6.5)),
  (x, y) =>
    x > 0 &&
    x < 13 &&
    y > 0 &&
    y < 13 &&
    (x < 1.3 || x > 11.7 || y < 1.3 || y > 11.7 || Math.abs(Math.hypot(x - 6.5, y - 6.5) - 4) < 0.6),
  (x, y) =>
    y > 3 &&
    y < 12.4 &&
    x > 0 &&
    x < 13 &&
    (y > 11.2 || x > 11.8 || (y < 4.2 && x > 4) || Math.abs(x + y * 0.5 - 6) < 0.7),
  (x, y) => Math.abs(Math.hypot(x - 6.5, y - 6.5) - 6) < 0.7,
]

/** Three grey lines that stand for printed text. */
const isProofText = (x: number, y: number) => y > 66 && y < 86 && y % 7 < 1.8 && x > 14 && x < 86 - (y % 14)

/** Draws a square PNG in two colours; the points are in a field of 100 by 100. */
const twoTone = (
  size: number,
  paper: readonly number[],
  ink: readonly number[],
  isInk: (x: number, y: number) => boolean,
): Buffer => {
  const rows = Buffer.alloc((size + 1) * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) rows[y * (size + 1) + x + 1] = isInk((x / size) * 100, (y / size) * 100) ? 1 : 0
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  // Each pixel is a byte, which is the index of its colour in the palette.
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Mark {
  shade: readonly number[]
  isInk: (x: number, y: number) => boolean
}

const fromMiddle = (x: number, y: number) => Math.hypot(x - 50, y - 50)

/** A simple figure for each brand; the figures can be told apart even at the size of a letter. */
const marks: Readonly<Record<string, Mark>> = {
  // A leaf of two arcs.
  ALW: {
    shade: [0x2f, 0x5d, 0x50],
    isInk: (x, y) => Math.hypot(x - 20, y - 50) < 48 && Math.hypot(x - 80, y - 50) < 48 && Math.abs(x - 50) > 2.5,
  },
  // Three bars, like reeds.
  FMR: {
    shade: [0x3d, 0x3a, 0x35],
    isInk: (x, y) => y > 16 + Math.abs(x - 50) * 0.5 && y < 84 && (x + 6) % 22 < 11 && x > 14 && x < 88,
  },
  // A ring with a dot.
  PKL: {
    shade: [0xc9, 0x5d, 0x63],
    isInk: (x, y) => (fromMiddle(x, y) < 38 && fromMiddle(x, y) > 25) || fromMiddle(x, y) < 11,
  },
  // Two waves.
  SRW: {
    shade: [0x1f, 0x5f, 0x8b],
    isInk: (x, y) => x > 10 && x < 90 && [38, 62].some((at) => Math.abs(y - at - 9 * Math.sin(x / 9)) < 7),
  },
  // A patch with a stitched cross.
  TLB: {
    shade: [0x2b, 0x3a, 0x67],
    isInk: (x, y) =>
      Math.max(Math.abs(x - 50), Math.abs(y - 50)) < 36 && Math.abs(Math.abs(x - 50) - Math.abs(y - 50)) > 5,
  },
  // Half a moon.
  QDE: { shade: [0x6b, 0x3f, 0x6f], isInk: (x, y) => fromMiddle(x, y) < 38 && Math.hypot(x - 66, y - 42) > 32 },
  // A tree.
  MPN: {
    shade: [0x7a, 0x5c, 0x1e],
    isInk: (x, y) =>
      (y > 14 && y < 72 && Math.abs(x - 50) < (y - 14) * 0.55) || (y < 88 && y > 70 && Math.abs(x - 50) < 5),
  },
}

/** The shapes of the categories that have pictures. */
export const picturedAs: Readonly<Record<string, Shape>> = {
  'W-KNIT-TEE': 'top',
  'W-WOVEN-DRS': 'dress',
  'W-WOVEN-TRS': 'bottoms',
}

type Shape = 'top' | 'bottoms' | 'dress'

type Point = readonly [x: number, y: number]

/** The outlines of the shapes in a field of 100 by 100. */
const shapes: Record<Shape, readonly Point[]> = {
  top: [
    ...([
      [36, 18],
      [43, 24],
      [57, 24],
      [64, 18],
      [88, 32],
      [80, 48],
      [71, 43],
    ] as const),
    ...([
      [71, 84],
      [29, 84],
      [29, 43],
      [20, 48],
      [12, 32],
    ] as const),
  ],
  bottoms: [
    [32, 14],
    [68, 14],
    [74, 88],
    [55, 88],
    [50, 42],
    [45, 88],
    [26, 88],
  ],
  dress: [
    [39, 12],
    [45, 20],
    [55, 20],
    [61, 12],
    [67, 16],
    [61, 44],
    [78, 88],
    [22, 88],
    [39, 44],
    [33, 16],
  ],
}

const ground = [0xf2, 0xf1, 0xee]
const shades: Record<string, readonly number[]> = {
  BLK: [0x22, 0x22, 0x24],
  OFW: [0xe4, 0xde, 0xd0],
  NVY: [0x23, 0x2f, 0x4f],
  GRM: [0x9a, 0x9d, 0xa1],
  CAM: [0xb8, 0x8b, 0x5c],
  OLV: [0x5f, 0x65, 0x3a],
  RST: [0xa8, 0x4e, 0x2c],
  DRO: [0xc9, 0x96, 0x96],
  SGE: [0x98, 0xa6, 0x8c],
  SKY: [0x8f, 0xb8, 0xd8],
  MUS: [0xcf, 0x9b, 0x2f],
  BGY: [0x6b, 0x1f, 0x33],
  TEL: [0x1f, 0x6a, 0x70],
  LLC: [0xb3, 0xa1, 0xc9],
  ECR: [0xd9, 0xcf, 0xb8],
  CHC: [0x4d, 0x34, 0x2a],
  RNS: [0x27, 0x35, 0x52],
  MID: [0x55, 0x73, 0x9b],
  LGT: [0xa9, 0xc1, 0xd8],
  WBK: [0x3c, 0x3e, 0x42],
}

/** Whether the point is inside the outline, by ray casting. */
const isInside = (outline: readonly Point[], x: number, y: number): boolean => {
  let inside = false
  outline.forEach(([x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length] as Point
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  })
  return inside
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([length, body, sum])
}
