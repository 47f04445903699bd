import type { DrawnStroke } from '#shared/kit/drawing.ts'
import { both, other, ribs, whole } from './path'
import type { Garment } from './uppers'

const surface = (d: string): DrawnStroke => ({ d, tone: 'surface' })
const inside = (d: string): DrawnStroke => ({ d, tone: 'inside' })
const edge = (d: string): DrawnStroke => ({ d, tone: 'edge' })
const seam = (d: string): DrawnStroke => ({ d, tone: 'seam' })
const stitch = (d: string): DrawnStroke => ({ d, tone: 'stitch' })
const piece = (d: string): Garment => [surface(d), edge(d)]

// ---- trousers

const trouserHalf =
  'M120 22L156 20L157 33C164 56 169 80 169 106C168 150 164 190 160 224L127 224C126 182 124 142 120 102'
const trousersFront: Garment = [
  inside('M84 20C100 13 140 13 156 20L157 33L83 33Z'),
  edge('M84 20C100 13 140 13 156 20'),
  ...piece(whole(trouserHalf)),
  edge('M120 22L120 102'),
  edge('M83 33C104 35 136 35 157 33'),
  stitch('M120 74C127 72 130.6 66 130.6 56L130.6 35'),
  seam(both('M143 34.4C145 46 152 55 163.4 57')),
  stitch(both('M146 34.4C148 44 154 51.4 162.6 53.4')),
  seam(both('M143 112L143.4 224')),
  stitch(both('M127 217L160.8 217')),
  ...piece('M136 19.8L140 19.6L140 36L136 36Z'),
  ...piece(other('M136 19.8L140 19.6L140 36L136 36Z')),
  edge('M124.6 26.2C126.6 26.2 126.6 29.4 124.6 29.4C122.6 29.4 122.6 26.2 124.6 26.2Z'),
]

const backHalf = 'M120 16L156 20L157 33C165 56 171 80 171 108C169 150 165 190 161 224L126 224C125 184 124 146 120 108'
const backPocket = 'M131 58L154 55L154.6 80L143.6 88L132.6 82Z'
const trousersBack: Garment = [
  ...piece(whole(backHalf)),
  edge('M120 16L120 108'),
  edge('M83 33C100 30 110 29 120 29C130 29 140 30 157 33'),
  seam(both('M120 52C134 50 148 47 161 45')),
  stitch(both('M120 55C134 53 148 50 162 48')),
  ...piece(backPocket),
  ...piece(other(backPocket)),
  stitch(both('M133.6 61L151.6 58.6')),
  seam(both('M145 118L144 224')),
  stitch(both('M126 217L161.6 217')),
  ...piece('M140 18.4L144 18.8L144 34L140 33.6Z'),
  ...piece(other('M140 18.4L144 18.8L144 34L140 33.6Z')),
  ...piece('M118 15.6L122 15.6L122 32L118 32Z'),
]

// ---- skirt with an elastic waist

const skirt: Garment = [
  ...piece(whole('M120 62L160 62C168 84 178 120 188 214C166 220 142 222 120 222')),
  seam(both('M126 64L127 92M134 64L136 84M142 64L146 96M150 64L155 82M156 64L162 92')),
  ...piece('M78 40C100 44 140 44 162 40L160 62C140 66 100 66 80 62Z'),
  seam(ribs('M78 40C100 44 140 44 162 40', 'M80 62C100 66 140 66 160 62', 25)),
  seam(both('M140 100C146 140 150 180 153 219')),
  stitch('M54.2 206C80 213 160 213 185.8 206'),
]

// ---- belt

const belt: Garment = [
  ...piece('M40 108L206 108L222 120L206 132L40 132Z'),
  stitch('M46 112L204.6 112L215.6 120L204.6 128L46 128Z'),
  edge(
    [150, 162, 174, 186, 198]
      .map(
        (x) => `M${x} 117.6C${x + 3.2} 117.6 ${x + 3.2} 122.4 ${x} 122.4C${x - 3.2} 122.4 ${x - 3.2} 117.6 ${x} 117.6Z`,
      )
      .join(''),
  ),
  ...piece(
    'M14 104C14 101 16 99 19 99L41 99C44 99 46 101 46 104L46 136C46 139 44 141 41 141L19 141C16 141 14 139 14 136ZM20 106L20 134L40 134L40 106Z',
  ),
  ...piece('M40 117.6L14 118.8L11 120L14 121.2L40 122.4Z'),
  ...piece('M58 105L68 105L68 135L58 135Z'),
]

export const lowers = { trousersFront, trousersBack, skirt, belt } as const
