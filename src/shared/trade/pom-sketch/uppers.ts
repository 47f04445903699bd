import type { DrawnStroke } from '#shared/kit/drawing.ts'
import { both, other, ribs, whole } from './path'

/** A garment laid flat, its strokes from back to front. */
export type Garment = readonly DrawnStroke[]

const surface = (d: string): DrawnStroke => ({ d, tone: 'surface' })
const inside = (d: string): DrawnStroke => ({ d, tone: 'inside' })
const edge = (d: string): DrawnStroke => ({ d, tone: 'edge' })
const seam = (d: string): DrawnStroke => ({ d, tone: 'seam' })
const stitch = (d: string): DrawnStroke => ({ d, tone: 'stitch' })
/** A filled area with its outline. */
const piece = (d: string): Garment => [surface(d), edge(d)]

// ---- T-shirt

const teeSleeve = 'M178 36C192 42 198 50 204 62L226 102L195 117L184 90C171 74 170 52 178 36Z'
const teeSide = 'C181 132 181 172 184 214'
/** The half of the body from the middle of the neck to the middle of the hem. */
const teeBody = (neck: string) => whole(`${neck}L178 36C170 52 171 74 184 90${teeSide}C162 217 140 218 120 218`)
const teeHems = [stitch('M56.4 208.5C78 211.5 162 211.5 183.6 208.5'), stitch(both('M222.6 97.4L192.2 112'))] as const

const teeFront: Garment = [
  inside('M137 21C131 27 109 27 103 21L96 24C98 50 142 50 144 24Z'),
  edge('M137 21C131 26 109 26 103 21'),
  seam('M138.5 28C132 32.5 108 32.5 101.5 28'),
  ...piece(teeSleeve),
  ...piece(other(teeSleeve)),
  ...piece(teeBody('M120 48C134 48 143 40 144 24')),
  surface('M144 24C143 40 134 48 120 48C106 48 97 40 96 24L103 21C104 34 111 41 120 41C129 41 136 34 137 21Z'),
  edge(both('M137 21L144 24')),
  edge('M137 21C136 34 129 41 120 41C111 41 104 34 103 21'),
  edge('M144 24C143 40 134 48 120 48C106 48 97 40 96 24'),
  ...teeHems,
]

const teeBack: Garment = [
  ...piece(teeSleeve),
  ...piece(other(teeSleeve)),
  ...piece(teeBody('M120 34C131 34 139 31 144 24')),
  surface('M144 24C139 31 131 34 120 34C109 34 101 31 96 24L103 21C108 26 113 27 120 27C127 27 132 26 137 21Z'),
  edge(both('M137 21L144 24')),
  edge('M137 21C132 26 127 27 120 27C113 27 108 26 103 21'),
  edge('M144 24C139 31 131 34 120 34C109 34 101 31 96 24'),
  ...teeHems,
]

/** A longer back that is visible below the front; both have side slits. */
const slitTee: Garment = [
  ...piece(teeSleeve),
  ...piece(other(teeSleeve)),
  ...piece(whole('M120 40L178 36C170 52 171 74 184 90C181 132 181 150 182 164L187 226C165 229 140 230 120 230')),
  ...piece(
    whole(
      'M120 48C134 48 143 40 144 24L178 36C170 52 171 74 184 90C181 132 181 150 182 164L175 218C158 220 140 221 120 221',
    ),
  ),
  stitch(both('M178.2 163L171.4 213')),
  stitch('M68.6 213C86 215.5 154 215.5 171.4 213'),
  seam(both('M185.6 208L176.5 209')),
]

// ---- polo shirt

const polo: Garment = [
  inside('M138 20C132 15 108 15 102 20L97 34L120 60L143 34Z'),
  ...piece(teeSleeve),
  ...piece(other(teeSleeve)),
  ...piece(teeBody('M120 50C128 46 138 36 144 24')),
  ...piece('M111 44L129 44L129 112L111 112Z'),
  stitch('M114 46L114 108.5L126 108.5L126 46'),
  seam('M111 104L129 104'),
  edge('M120 60.8C121.5 60.8 121.5 63.2 120 63.2C118.5 63.2 118.5 60.8 120 60.8Z'),
  edge('M120 76.8C121.5 76.8 121.5 79.2 120 79.2C118.5 79.2 118.5 76.8 120 76.8Z'),
  edge('M120 92.8C121.5 92.8 121.5 95.2 120 95.2C118.5 95.2 118.5 92.8 120 92.8Z'),
  inside('M138 18C132 23 108 23 102 18L105 32C112 36 128 36 135 32Z'),
  edge('M140 17C132 11 108 11 100 17'),
  seam('M134 27C128 30 112 30 106 27'),
  ...piece('M140 17C146 20 149 25 151 31L134 62L120 47C129 42 136 32 140 17Z'),
  ...piece(other('M140 17C146 20 149 25 151 31L134 62L120 47C129 42 136 32 140 17Z')),
  stitch(both('M147.6 31L133.4 56.6L124 46.6')),
  ...teeHems,
]

// ---- sweater

const sweaterSleeve =
  'M168 36C182 41 190 54 196 76L221 178L224 198C217 202 211 204 204 204L200 184L172 86C161 72 161 52 168 36Z'
const sweaterBody = (neck: string) =>
  whole(`${neck}L168 36C161 52 161 72 172 86C171 120 171 156 172 190C169 195 168 201 168 212L120 212`)
const sweaterHem = [edge('M68 190L172 190'), seam(ribs('M68 190L172 190', 'M72 212L168 212', 33))] as const
const cuff = 'M221 178C214 182 207 184 200 184'
const cuffs = [edge(both(cuff)), seam(both(ribs(cuff, 'M224 198C217 202 211 204 204 204', 7)))] as const

const sweaterFront: Garment = [
  inside('M136 17C130 23 110 23 104 17L98 24C100 48 140 48 142 24Z'),
  edge('M136 17C130 22 110 22 104 17'),
  seam('M139 26C132 31 108 31 101 26'),
  seam(ribs('M136 17C130 22 110 22 104 17', 'M139 26C132 31 108 31 101 26', 11)),
  ...piece(sweaterSleeve),
  ...piece(other(sweaterSleeve)),
  ...piece(sweaterBody('M120 47C133 47 141 40 142 24')),
  surface('M142 24C141 40 133 47 120 47C107 47 99 40 98 24L104 17C106 32 112 38 120 38C128 38 134 32 136 17Z'),
  edge(both('M136 17L142 24')),
  edge('M136 17C134 32 128 38 120 38C112 38 106 32 104 17'),
  edge('M142 24C141 40 133 47 120 47C107 47 99 40 98 24'),
  seam(ribs('M136 17C134 32 128 38 120 38', 'M142 24C141 40 133 47 120 47', 8)),
  seam(ribs('M104 17C106 32 112 38 120 38', 'M98 24C99 40 107 47 120 47', 8)),
  ...sweaterHem,
  ...cuffs,
]

const sweaterBack: Garment = [
  ...piece(sweaterSleeve),
  ...piece(other(sweaterSleeve)),
  ...piece(sweaterBody('M120 33C131 33 138 30 142 24')),
  surface('M142 24C138 30 131 33 120 33C109 33 102 30 98 24L104 15C109 20 114 21 120 21C126 21 131 20 136 15Z'),
  edge(both('M136 15L142 24')),
  edge('M136 15C131 20 126 21 120 21C114 21 109 20 104 15'),
  edge('M142 24C138 30 131 33 120 33C109 33 102 30 98 24'),
  seam(ribs('M136 15C131 20 126 21 120 21', 'M142 24C138 30 131 33 120 33', 6)),
  seam(ribs('M104 15C109 20 114 21 120 21', 'M98 24C102 30 109 33 120 33', 6)),
  seam('M120 21L120 33'),
  ...sweaterHem,
  ...cuffs,
]

// ---- hood, from its side

const hood: Garment = [
  ...piece(
    'M80 160C66 168 52 174 40 190C34 204 30 224 28 246L212 246C210 222 206 200 198 186C188 170 172 160 160 148Z',
  ),
  seam('M56 246C56 226 60 206 66 194M184 246C184 226 182 208 178 194'),
  inside('M86 56C74 80 78 122 66 152L80 160C92 120 84 88 98 62Z'),
  edge('M86 56C74 80 78 122 66 152C70 156 75 159 80 160'),
  ...piece(
    'M80 160C92 122 82 84 90 58C98 30 132 18 157 34C182 50 184 96 166 128C162 136 160 142 160 148C136 166 106 170 80 160Z',
  ),
  stitch('M88 162C99 124 90 86 97 62C101 48 110 39 119 33.5'),
  seam('M146 28.6C168 44 172 92 156 124C152 132 151 140 150.4 154'),
  edge('M88 148C90 148 90 151.4 88 151.4C86 151.4 86 148 88 148Z'),
  edge('M88 151C83 172 92 188 87 206'),
  edge('M87 206C90 209 89.6 216 87 220C84.4 216 84 209 87 206Z'),
]

// ---- jacket

const jacketSleeve = 'M172 40C188 46 196 62 200 84L218 196C211 200 203 202 196 202L174 98C166 80 166 56 172 40Z'
const pocket = 'M134 150L166 150L166 190L150 194L134 190Z'
const jacket: Garment = [
  inside('M140 16C132 12 108 12 100 16L98 34L142 34Z'),
  edge('M140 15C132 11 108 11 100 15'),
  ...piece(jacketSleeve),
  ...piece(other(jacketSleeve)),
  ...piece(
    whole('M120 38C130 38 138 34 144 28L172 40C166 56 166 80 174 98C173 140 174 180 175 218C156 220 138 220 120 220'),
  ),
  seam(both('M122.5 60L169 62')),
  stitch(both('M122.5 63L169 65')),
  ...piece('M140 15C143 20 144 25 144 28C138 34 130 38 122 38L121 30C129 28 136 23 140 15Z'),
  ...piece(other('M140 15C143 20 144 25 144 28C138 34 130 38 122 38L121 30C129 28 136 23 140 15Z')),
  seam('M118 30L118 220M122 30L122 220'),
  seam(ribs('M118 34L118 218', 'M122 34L122 218', 46)),
  stitch(both('M126 38L126 219')),
  ...piece(pocket),
  ...piece(other(pocket)),
  stitch(both('M136.6 152L136.6 188L150 191.4L163.4 188L163.4 152')),
  stitch(both('M134 156L166 156')),
  stitch('M65.4 212C84 214 156 214 174.6 212'),
  edge(both('M216.6 187C210 191 202 192.6 194.4 192.6')),
]

// ---- collar, laid flat

const collar: Garment = [
  ...piece('M24 136C20 126 22 116 30 112C84 132 156 132 210 112C218 116 220 126 216 136C160 160 80 160 24 136Z'),
  ...piece('M40 115.5C36 92 30 76 22 62C84 92 156 92 218 62C210 76 204 92 200 115.5C152 130 88 130 40 115.5Z'),
  stitch('M43.5 113.5C40 94 35 80 29 69.5C88 97 152 97 211 69.5C205 80 200 94 196.5 113.5'),
  stitch(
    'M27.6 133.6C25 126 26.4 119.4 30.6 116C84 135.6 156 135.6 209.4 116C213.6 119.4 215 126 212.4 133.6C158 156 82 156 27.6 133.6Z',
  ),
  edge('M205 123.4C208.4 123.4 208.4 128.6 205 128.6C201.6 128.6 201.6 123.4 205 123.4Z'),
  edge('M31 123.6L39 126.4'),
]

// ---- dress

const dress: Garment = [
  inside('M140 20C134 26 106 26 100 20C100 44 140 44 140 20Z'),
  edge('M140 20C134 26 106 26 100 20'),
  ...piece(
    whole(
      'M120 46C134 46 140 36 140 20L158 26C154 42 158 58 168 68C166 84 158 96 152 106C158 140 172 186 184 220C162 226 140 228 120 228',
    ),
  ),
  seam('M88 106C104 110 136 110 152 106'),
  seam(both('M140 74C138 86 136 96 136 108')),
  seam(both('M164.5 82L143 76')),
  seam(both('M133 110C136 150 142 190 148 224')),
  stitch('M58 215C80 221.5 160 221.5 182 215'),
  stitch(both('M154.6 27C150.8 44 155 61 165 70.6')),
  stitch('M136.6 21C136 38 130 42.4 120 42.4C110 42.4 104 38 103.4 21'),
]

export const uppers = {
  teeFront,
  teeBack,
  slitTee,
  polo,
  sweaterFront,
  sweaterBack,
  hood,
  jacket,
  collar,
  dress,
} as const
