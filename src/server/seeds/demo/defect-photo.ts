import sharp from 'sharp'
import type { defectCategories } from '#shared/trade/qa.ts'

type Category = (typeof defectCategories)[number]

const width = 1200
const height = 900

/** Draws a defect like an inspector's photo: a close-up of the cloth, with an arrow sticker at the fault. */
export const defectPhoto = async (category: string): Promise<Buffer> => {
  const shown = category in drawings ? (category as Category) : 'workmanship'
  photos[shown] ??= await sharp(Buffer.from(drawingOf(shown)))
    .jpeg({ quality: 80 })
    .toBuffer()
  return photos[shown]
}
const photos: Partial<Record<Category, Buffer>> = {}

const drawingOf = (category: Category) => {
  const { cloth, fault, at } = drawings[category]
  const [x, y] = at
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <pattern id="weave" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(8)">
        <rect width="12" height="12" fill="${cloth}"/>
        <path d="M0 3h6M6 9h6" stroke="#fff" stroke-opacity="0.16" stroke-width="3"/>
        <path d="M3 6v6M9 0v6" stroke="#000" stroke-opacity="0.14" stroke-width="3"/>
      </pattern>
      <radialGradient id="lamp" cx="0.35" cy="0.25" r="0.95"><stop offset="0" stop-color="#fff" stop-opacity="0.3"/><stop offset="1" stop-color="#000" stop-opacity="0.35"/></radialGradient>
      <filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>
    </defs>
    <rect width="100%" height="100%" fill="url(#weave)"/>
    ${fault}
    <rect width="100%" height="100%" fill="url(#lamp)"/>
    <g transform="translate(${x} ${y}) rotate(-35)">
      <path d="M0 0l46 -30v18h96v24h-96v18z" fill="#d8342b"/><path d="M0 0l46 -30v18h96v24h-96v18z" fill="none" stroke="#fff" stroke-width="3"/>
    </g>
  </svg>`
}

/** Draws a seam across the picture: two rows of stitches beside a fold. */
const seam = (from: number, to: number) => `
  <path d="M${from} 470C${from + 200} 440 ${to - 200} 500 ${to} 462" stroke="#000" stroke-opacity="0.45" stroke-width="10" fill="none"/>
  <path d="M${from} 428C${from + 200} 398 ${to - 200} 458 ${to} 420M${from} 512C${from + 200} 482 ${to - 200} 542 ${to} 504" stroke="#f4efe2" stroke-width="5" stroke-dasharray="22 12" fill="none"/>`

const drawings: Record<Category, { cloth: string; fault: string; at: readonly [x: number, y: number] }> = {
  fabric: {
    cloth: '#6f7f8c',
    fault: `<ellipse cx="620" cy="430" rx="62" ry="48" fill="#15181b"/>
      <path d="M566 410l-34 -20M570 452l-40 22M676 412l38 -16M668 456l32 26M618 384l4 -36" stroke="#9fb0bd" stroke-width="7" stroke-linecap="round"/>`,
    at: [700, 380],
  },
  workmanship: {
    cloth: '#33475e',
    fault: `${seam(0, 470)}${seam(730, 1200)}
      <path d="M470 452Q600 380 730 462Q600 556 470 486z" fill="#0e1116"/>
      <path d="M468 430q40 -50 70 -20M732 440q-36 -46 -64 -10M470 500q50 40 60 70M730 496q-30 44 -70 50" stroke="#f4efe2" stroke-width="4" fill="none"/>`,
    at: [730, 400],
  },
  measurement: {
    cloth: '#8a7f6d',
    fault: `<rect x="90" y="560" width="1020" height="86" fill="#f3d34a"/>
      ${Array.from({ length: 52 }, (_, mark) => `<path d="M${100 + mark * 20} 560v${mark % 5 ? 24 : 44}" stroke="#222" stroke-width="3"/>`).join('')}
      <path d="M90 520h780" stroke="#f4efe2" stroke-width="6" stroke-dasharray="20 12"/><path d="M870 380v290" stroke="#d8342b" stroke-width="4"/>`,
    at: [890, 470],
  },
  labelling: {
    cloth: '#2d5b52',
    fault: `<g transform="rotate(7 600 440)"><rect x="420" y="260" width="360" height="380" rx="4" fill="#fbfbf8"/>
      ${[330, 370, 410, 450].map((y, row) => `<rect x="460" y="${y}" width="${280 - row * 46}" height="14" fill="#444"/>`).join('')}
      <path d="M470 520h90l-14 60h-62zM610 580l40 -66 40 66z" fill="none" stroke="#222" stroke-width="7"/><path d="M466 600L560 500" stroke="#222" stroke-width="7"/></g>`,
    at: [770, 300],
  },
  packing: {
    cloth: '#c4a273',
    fault: `<path d="M0 260L1200 210M0 690L1200 740" stroke="#8d6f45" stroke-width="12"/>
      <path d="M420 250L520 420L470 520L610 700" stroke="#4b3820" stroke-width="16" fill="none"/><path d="M430 262L530 428L482 520L618 690" stroke="#e2c596" stroke-width="5" fill="none"/>`,
    at: [620, 400],
  },
  colour: {
    cloth: '#86506a',
    fault: `<rect x="600" width="600" height="900" fill="#c27a98" fill-opacity="0.55"/><path d="M600 0v900" stroke="#000" stroke-opacity="0.4" stroke-width="10"/>
      <path d="M560 0v900M640 0v900" stroke="#f4efe2" stroke-width="5" stroke-dasharray="22 12"/>`,
    at: [760, 360],
  },
  safety: {
    cloth: '#4d5a49',
    fault: `${seam(0, 1200)}<path d="M520 300L690 560" stroke="#d9dee2" stroke-width="9" stroke-linecap="round"/><path d="M520 300l-10 -26" stroke="#fff" stroke-width="4"/>`,
    at: [700, 520],
  },
  other: {
    cloth: '#5c6470',
    fault: `<path d="M520 420q60 -90 150 -30q90 50 20 120q-80 70 -150 10q-60 -50 -20 -100z" fill="#2b2417" fill-opacity="0.7" filter="url(#soft)"/>`,
    at: [710, 360],
  },
}
