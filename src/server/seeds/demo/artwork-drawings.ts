import { type BarPattern, type Encoder, quietZones } from '#server/paper/barcode.ts'
import { features, runsOf, type Weight, widthOf } from '#server/paper/fonts.ts'
import type { Symbology } from '#shared/trade/print-sheet.ts'

/** The properties by which two demo artworks of the same type differ. */
export interface DrawnAs {
  brand: string
  /** From the second version on, the drawing is slightly different. */
  version: number
  ink: string
}

/** Draws an artwork in millimetres as printers want it: only vectors, with letters as outlines. */
export type ArtworkDrawing = (encode: Encoder, as: DrawnAs) => string

interface Words {
  weight?: Weight
  anchor?: 'start' | 'middle' | 'end'
  fill?: string
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** A text as outlines, so that the printer does not need its font; `y` is the baseline. */
const words = (text: string, x: number, y: number, size: number, options: Words = {}): string => {
  const { weight = 'regular', anchor = 'start', fill = '#1b1b1b' } = options
  const width = widthOf(text, weight) * size
  let at = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const parts: string[] = []
  for (const { face, text: run } of runsOf(text, weight)) {
    const scale = size / face.font.unitsPerEm
    const { glyphs, positions } = face.font.layout(run, features as never)
    for (const [index, glyph] of glyphs.entries()) {
      for (const { command, args } of glyph.path.commands as { command: string; args: number[] }[])
        parts.push(
          letters[command] +
            args.map((value, place) => round(place % 2 === 0 ? at + value * scale : y - value * scale)).join(' '),
        )
      at += (positions[index]?.xAdvance ?? 0) * scale
    }
  }
  return `<path d="${parts.join('')}" fill="${fill}"/>`
}
const letters: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

const lines = (texts: readonly string[], x: number, y: number, size: number, options: Words & { gap?: number } = {}) =>
  texts.map((text, index) => words(text, x, y + index * (options.gap ?? size * 1.45), size, options)).join('')

const box = (x: number, y: number, width: number, height: number, attributes: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`
const hairline = 'fill="none" stroke="#1b1b1b" stroke-width="0.15"'
const cut = 'fill="#fff" stroke="#c2185b" stroke-width="0.2" stroke-dasharray="1.2 0.8"'

const sheet = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">${content}</svg>`

/** A barcode with its digits below the bars. */
const barcode = (
  encode: Encoder,
  symbology: Symbology,
  value: string,
  at: { x: number; y: number; width: number; height: number },
) => {
  const pattern: BarPattern = encode(symbology, value)
  const [left, right] = quietZones[symbology]
  const module = at.width / (pattern.width + left + right)
  const bars = pattern.bars
    .map((bar) => {
      const tall = pattern.height === null ? at.height + (bar.isGuard ? 1 : 0) : module
      return box(
        round(at.x + (left + bar.x) * module),
        round(at.y + (bar.y ?? 0) * module),
        round(bar.width * module),
        round(tall),
        'fill="#000"',
      )
    })
    .join('')
  return bars + words(value, at.x + at.width / 2, at.y + at.height + 3.4, 2.4, { anchor: 'middle' })
}

/** A triangle with a crossed tub, in a few strokes. */
const careRow = (x: number, y: number, size: number) => {
  const at = (index: number) => x + index * size * 1.35
  const stroke = `fill="none" stroke="#1b1b1b" stroke-width="${size / 14}"`
  const cross = (cx: number) =>
    `<path d="M${cx} ${y + size * 0.1}L${cx + size} ${y + size}M${cx + size} ${y + size * 0.1}L${cx} ${y + size}" ${stroke}/>`
  return [
    `<path d="M${at(0)} ${y + size * 0.25}l${size * 0.14} ${size * 0.7}h${size * 0.72}l${size * 0.14} -${size * 0.7}" ${stroke}/>`,
    words('30', at(0) + size / 2, y + size * 0.82, size * 0.42, { anchor: 'middle' }),
    `<path d="M${at(1) + size / 2} ${y + size * 0.1}L${at(1) + size} ${y + size * 0.95}H${at(1)}Z" ${stroke}/>`,
    cross(at(1)),
    `<rect x="${at(2)}" y="${y + size * 0.05}" width="${size * 0.92}" height="${size * 0.92}" ${stroke}/><circle cx="${at(2) + size * 0.46}" cy="${y + size * 0.51}" r="${size * 0.36}" ${stroke}/>`,
    cross(at(2)),
    `<path d="M${at(3)} ${y + size * 0.9}h${size}v-${size * 0.35}c0 -${size * 0.2} -${size * 0.3} -${size * 0.3} -${size * 0.5} -${size * 0.3}h-${size * 0.3}" ${stroke}/>`,
  ].join('')
}

const hangtag: ArtworkDrawing = (encode, { brand, version, ink }) =>
  sheet(
    105,
    96,
    [
      // The front of the artwork.
      box(3, 3, 45, 90, `${cut} rx="2"`),
      `<circle cx="25.5" cy="9" r="2" ${hairline}/>`,
      words(brand, 25.5, version > 1 ? 40 : 48, 7.2, { anchor: 'middle', weight: 'strong', fill: ink }),
      version > 1 ? box(15, 45, 21, 0.5, `fill="${ink}"`) : '',
      words(version > 1 ? 'made to be worn again' : 'est. 1987', 25.5, version > 1 ? 51 : 55, 2.6, {
        anchor: 'middle',
        fill: ink,
      }),
      words('alderwick.example', 25.5, 87, 2.2, { anchor: 'middle', fill: '#555' }),
      // The back of the artwork.
      box(57, 3, 45, 90, `${cut} rx="2"`),
      `<circle cx="79.5" cy="9" r="2" ${hairline}/>`,
      lines(['Style  ALW1001', 'Colour  Ecru', 'Size  M'], 61, 20, 2.8),
      lines(['100% cotton', '100 % coton', '100% 棉'], 61, 36, 2.4, { fill: '#444' }),
      version > 1 ? lines(['FSC® Mix board', 'Please recycle'], 61, 51, 2.2, { fill: ink }) : '',
      barcode(encode, 'ean13', '5012345678900', { x: 60, y: 62, width: 39, height: 20 }),
    ].join(''),
  )

const careLabel: ArtworkDrawing = (_encode, { brand }) =>
  sheet(
    64,
    86,
    [
      box(2, 2, 29, 82, cut),
      box(33, 2, 29, 82, cut),
      words('seam allowance 6 mm', 16.5, 6, 1.7, { anchor: 'middle', fill: '#c2185b' }),
      box(2, 8, 29, 0.15, 'fill="#c2185b"'),
      words(brand, 16.5, 16, 3.6, { anchor: 'middle', weight: 'strong' }),
      lines(['SHELL', '65% polyester', '35% cotton', 'LINING', '100% viscose'], 5, 24, 2.2),
      lines(['面料 聚酯纤维 65%', '棉 35%', '里料 粘纤 100%'], 5, 43, 2.2),
      careRow(5, 56, 4.4),
      words('Made in China', 16.5, 74, 2.4, { anchor: 'middle' }),
      words('中国制造', 16.5, 79, 2.4, { anchor: 'middle' }),
      lines(
        [
          'Wash dark colours',
          'separately. Iron on',
          'reverse side.',
          'Laver les couleurs',
          'foncées séparément.',
          'Dunkle Farben',
          'separat waschen.',
          '深色衣物请分开洗涤',
          '请在反面熨烫',
        ],
        36,
        14,
        2.1,
      ),
      lines(['Keep away from fire', 'Tenir éloigné du feu', 'Von Feuer fernhalten', '请远离火源'], 36, 50, 2.1, {
        fill: '#b3261e',
        weight: 'strong',
      }),
      words('RN 148322   CA 52417', 36, 74, 1.8),
    ].join(''),
  )

const mainLabel: ArtworkDrawing = (_encode, { brand, ink }) =>
  sheet(
    60,
    24,
    [
      box(2, 2, 56, 20, 'fill="#f4f1ea" stroke="#c2185b" stroke-width="0.2" stroke-dasharray="1.2 0.8"'),
      box(2, 2, 6, 20, 'fill="#000" opacity="0.06"'),
      box(52, 2, 6, 20, 'fill="#000" opacity="0.06"'),
      words(brand, 30, 14.5, 8, { anchor: 'middle', weight: 'strong', fill: ink }),
      words('end fold 6 mm', 5, 20.5, 1.4, { anchor: 'middle', fill: '#c2185b' }),
    ].join(''),
  )

const sizeLabel: ArtworkDrawing = () =>
  sheet(
    100,
    24,
    ['XS', 'S', 'M', 'L', 'XL', 'XXL']
      .map(
        (size, index) =>
          box(2 + index * 16, 2, 14, 20, cut) +
          words(size, 9 + index * 16, 14, 6, { anchor: 'middle', weight: 'strong' }) +
          words(['34', '36', '38', '40', '42', '44'][index] ?? '', 9 + index * 16, 19, 2.2, { anchor: 'middle' }),
      )
      .join(''),
  )

const priceTicket: ArtworkDrawing = (encode, { brand }) =>
  sheet(
    44,
    64,
    [
      box(2, 2, 40, 60, `${cut} rx="1.5"`),
      words(brand, 22, 10, 4, { anchor: 'middle', weight: 'strong' }),
      lines(['ALW1001', 'Slub crew-neck tee', 'Ecru'], 5, 15, 2.1),
      words('M', 38, 21, 5.4, { anchor: 'end', weight: 'strong' }),
      barcode(encode, 'ean13', '5012345678900', { x: 4, y: 25, width: 36, height: 15 }),
      box(2, 48, 40, 0.15, hairline),
      words('£ 24.00', 22, 58, 7, { anchor: 'middle', weight: 'strong' }),
    ].join(''),
  )

const polybag: ArtworkDrawing = (encode, { version }) =>
  sheet(
    350,
    450,
    [
      box(6, 6, 338, 438, 'fill="#fdfdfd" stroke="#c2185b" stroke-width="1" stroke-dasharray="6 4"'),
      box(6, 54, 338, 0.6, 'fill="#c2185b"'),
      words('self-adhesive flap 48 mm', 175, 34, 9, { anchor: 'middle', fill: '#c2185b' }),
      box(30, 120, 290, version > 1 ? 226 : 190, 'fill="#fff" stroke="#1b1b1b" stroke-width="1.2"'),
      words(version > 1 ? 'WARNING' : 'Warning', 175, 148, version > 1 ? 22 : 15, {
        anchor: 'middle',
        weight: 'strong',
      }),
      lines(
        [
          'To avoid danger of suffocation, keep this bag away from babies and',
          'children. Do not use in cribs, beds, carriages or playpens.',
          'AVERTISSEMENT : pour éviter tout risque d’étouffement, tenir ce sac',
          'hors de portée des bébés et des enfants.',
          'ACHTUNG: Erstickungsgefahr! Von Babys und Kindern fernhalten.',
          'ADVERTENCIA: para evitar el peligro de asfixia, mantenga esta bolsa',
          'fuera del alcance de los niños.',
          'ATTENZIONE: per evitare il rischio di soffocamento, tenere questo',
          'sacchetto lontano dalla portata dei bambini.',
        ],
        40,
        172,
        version > 1 ? 8.4 : 7,
        { gap: version > 1 ? 14 : 12 },
      ),
      words('警告：为避免窒息危险，请将塑料袋放在婴儿和儿童接触不到的地方。', 40, version > 1 ? 306 : 288, 8.4),
      version > 1
        ? words('This bag is not a toy. Tie a knot before throwing it away.', 40, 324, 8.4, { weight: 'strong' })
        : '',
      `<path d="M54 372l10 17h-20z" fill="none" stroke="#1b1b1b" stroke-width="1.6"/>`,
      words('04', 54, 386, 8, { anchor: 'middle', weight: 'strong' }),
      words('LDPE, 40 µm, 30% recycled', 74, 386, 9),
      words('ventilation holes 6 mm', 320, 386, 7, { anchor: 'end', fill: '#555' }),
      ...[290, 310].map((x) => `<circle cx="${x}" cy="400" r="3" ${hairline}/>`),
      barcode(encode, 'code128', 'PB-350X450-LD40', { x: 40, y: 402, width: 150, height: 22 }),
    ].join(''),
  )

const cartonMark: ArtworkDrawing = (encode, { brand }) =>
  sheet(
    600,
    400,
    [
      box(8, 8, 584, 384, 'fill="#d9bd93" stroke="#8a6a3c" stroke-width="2"'),
      words(brand, 36, 62, 34, { weight: 'strong' }),
      lines(
        [
          'PO No.        ____________',
          'Article         ____________',
          'Colour         ____________',
          'Size / Qty    ____________',
          'Carton No.  ____ of ____',
        ],
        36,
        112,
        20,
        { gap: 34 },
      ),
      lines(['G.W. ______ kg', 'N.W. ______ kg', 'Meas. 58 × 38 × 30 cm', 'MADE IN CHINA'], 36, 300, 18, { gap: 26 }),
      box(340, 190, 230, 120, 'fill="#fff"'),
      barcode(encode, 'itf14', '15012345678907', { x: 345, y: 200, width: 220, height: 84 }),
      // The symbols for "this side up" and "keep dry".
      ...[380, 440].map(
        (x) => `<path d="M${x} 150v-52m-16 16l16 -18l16 18" fill="none" stroke="#1b1b1b" stroke-width="6"/>`,
      ),
      `<path d="M500 110a30 26 0 0 1 60 0zM530 110v34a8 8 0 0 1 -16 0" fill="none" stroke="#1b1b1b" stroke-width="5"/>`,
    ].join(''),
  )

const print: ArtworkDrawing = (_encode, { ink }) =>
  sheet(
    300,
    320,
    [
      `<path d="M90 30l-60 34l22 44l28 -14v190h140v-190l28 14l22 -44l-60 -34c-12 22 -108 22 -120 0z" fill="#f2efe8" stroke="#8d8d8d" stroke-width="1.2"/>`,
      `<path d="M96 168q27 -62 54 0t54 0" fill="none" stroke="${ink}" stroke-width="7"/>`,
      `<path d="M96 184q27 -62 54 0t54 0" fill="none" stroke="#d08a4e" stroke-width="4"/>`,
      `<circle cx="186" cy="122" r="13" fill="#d08a4e"/>`,
      words('FENMOOR', 150, 214, 22, { anchor: 'middle', weight: 'strong', fill: ink }),
      words('coast to fell', 150, 230, 10, { anchor: 'middle', fill: ink }),
      box(90, 104, 120, 0.5, 'fill="#c2185b"'),
      words('120 mm', 150, 100, 8, { anchor: 'middle', fill: '#c2185b' }),
      words('75 mm below neck seam', 216, 84, 7, { fill: '#c2185b' }),
    ].join(''),
  )

const embroidery: ArtworkDrawing = (_encode, { ink }) =>
  sheet(
    300,
    320,
    [
      `<path d="M90 30l-60 34l22 44l28 -14v190h140v-190l28 14l22 -44l-60 -34c-12 22 -108 22 -120 0z" fill="#27364a" stroke="#8d8d8d" stroke-width="1.2"/>`,
      `<path d="M182 104l8 16l18 2l-13 12l3 18l-16 -9l-16 9l3 -18l-13 -12l18 -2z" fill="none" stroke="#f4f1ea" stroke-width="2.4" stroke-dasharray="2.2 1"/>`,
      box(150, 60, 0.5, 230, 'fill="#c2185b"'),
      box(150, 94, 32, 0.5, 'fill="#c2185b"'),
      words('80 mm', 166, 90, 7, { anchor: 'middle', fill: '#ffd6e2' }),
      words('left chest, 42 × 40 mm, 3,400 stitches', 150, 304, 8, { anchor: 'middle', fill: ink }),
      words('Madeira 1001, satin stitch 0.4 mm, tear-away backing', 150, 315, 7, { anchor: 'middle', fill: '#555' }),
    ].join(''),
  )

const packaging: ArtworkDrawing = (encode, { brand, ink }) =>
  sheet(
    220,
    90,
    [
      box(4, 4, 212, 82, cut),
      box(74, 4, 0.2, 82, 'fill="#c2185b"'),
      box(146, 4, 0.2, 82, 'fill="#c2185b"'),
      box(74.2, 4, 71.6, 82, `fill="${ink}"`),
      words(brand, 110, 44, 11, { anchor: 'middle', weight: 'strong', fill: '#fff' }),
      words('3 pairs of socks', 110, 56, 5, { anchor: 'middle', fill: '#fff' }),
      lines(['72% cotton', '26% polyamide', '2% elastane'], 12, 24, 4.6),
      lines(['72 % coton', '26 % polyamide', '2 % élasthanne'], 12, 52, 4.6),
      barcode(encode, 'ean13', '5012345678900', { x: 154, y: 30, width: 54, height: 30 }),
    ].join(''),
  )

const security: ArtworkDrawing = () =>
  sheet(
    50,
    50,
    [
      box(3, 3, 44, 44, `${cut} rx="3"`),
      ...[0, 1, 2, 3, 4].map(
        (index) =>
          `<rect x="${9 + index * 3}" y="${9 + index * 3}" width="${32 - index * 6}" height="${32 - index * 6}" rx="2" fill="none" stroke="#b07a3c" stroke-width="0.9"/>`,
      ),
      words('RF 8.2 MHz', 25, 26, 2.6, { anchor: 'middle', weight: 'strong' }),
    ].join(''),
  )

export const artworkDrawings = {
  hangtag,
  care_label: careLabel,
  main_label: mainLabel,
  size_label: sizeLabel,
  price_ticket: priceTicket,
  polybag,
  carton_mark: cartonMark,
  print,
  embroidery,
  packaging,
  security,
} satisfies Record<string, ArtworkDrawing>
