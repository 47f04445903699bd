import sharp from 'sharp'
import type { ArtworkType } from '#shared/trade/artworks.ts'

const width = 900
const height = 1200

/** Draws a proof like a photo from a phone: on a table, slightly rotated; with a visible fault if `isFaulty`. */
export const artworkPhoto = async (type: ArtworkType, isFaulty: boolean): Promise<Buffer> => {
  const key = `${type} ${isFaulty}`
  photos[key] ??= await sharp(Buffer.from(drawingOf(type, isFaulty)))
    .jpeg({ quality: 82 })
    .toBuffer()
  return photos[key]
}
const photos: Partial<Record<string, Buffer>> = {}

const drawingOf = (type: ArtworkType, isFaulty: boolean) => {
  const { w, h, paper } = shapes[type] ?? { w: 380, h: 760, paper: '#f4efe4' }
  const tint = isFaulty ? '#1d3a31' : '#2f5d50'
  const shift = isFaulty ? 34 : 0
  const left = (width - w) / 2
  const top = (height - h) / 2
  const lines = [0, 1, 2, 3, 4]
    .map((row) => bar(left + w * 0.18, top + h * (0.42 + row * 0.045), w * (0.64 - row * 0.07), h * 0.014, '#3a3833'))
    .join('')
  const code = barcode
    .map((at, index) =>
      bar(left + w * 0.22 + shift + at * w * 0.011, top + h * 0.72, w * (index % 3 ? 0.008 : 0.016), h * 0.14, '#111'),
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="table" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#b9a78e"/><stop offset="1" stop-color="#8f7d66"/></linearGradient>
      <linearGradient id="light" x1="0" y1="0" x2="0.8" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="1" stop-color="#000" stop-opacity="0.18"/></linearGradient>
      <filter id="shadow"><feGaussianBlur stdDeviation="14"/></filter>
    </defs>
    <rect width="100%" height="100%" fill="url(#table)"/>
    ${grain}
    <g transform="rotate(${isFaulty ? -3.5 : 2.2} ${width / 2} ${height / 2})">
      <rect x="${left + 10}" y="${top + 16}" width="${w}" height="${h}" fill="#000" opacity="0.45" filter="url(#shadow)"/>
      <rect x="${left}" y="${top}" width="${w}" height="${h}" rx="6" fill="${paper}"/>
      ${bar(left, top, w, h * 0.3, tint)}
      <circle cx="${left + w / 2 + shift}" cy="${top + h * 0.05}" r="${Math.min(w, h) * 0.03}" fill="#8f7d66"/>
      <path d="M${left + w * 0.5} ${top + h * 0.12}c${w * 0.12} ${h * 0.02} ${w * 0.12} ${h * 0.1} 0 ${h * 0.13}c${-w * 0.12} ${-h * 0.03} ${-w * 0.12} ${-h * 0.11} 0 ${-h * 0.13}z" fill="${paper}"/>
      ${lines}${code}
      <rect x="${left}" y="${top}" width="${w}" height="${h}" rx="6" fill="url(#light)"/>
    </g>
  </svg>`
}

const bar = (x: number, y: number, w: number, h: number, fill: string) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="${fill}"/>`

const shapes: Partial<Record<ArtworkType, { w: number; h: number; paper: string }>> = {
  main_label: { w: 640, h: 330, paper: '#efe9dc' },
  care_label: { w: 300, h: 860, paper: '#fbfbfa' },
  hangtag: { w: 420, h: 840, paper: '#f2ece0' },
  polybag: { w: 640, h: 820, paper: '#e6edf0' },
  carton_mark: { w: 720, h: 560, paper: '#c9a878' },
}

const barcode = [0, 3, 5, 9, 12, 14, 19, 22, 26, 28, 31, 35, 38, 40, 44, 47]

const grain = Array.from({ length: 14 }, (_, row) => {
  const y = 40 + row * 86
  return `<path d="M0 ${y}C260 ${y - 18} 560 ${y + 22} 900 ${y - 8}" stroke="#6f5f4b" stroke-opacity="0.22" stroke-width="3" fill="none"/>`
}).join('')
