import type { LineDrawing } from '#shared/kit/drawing.ts'

/** The parties that sign an inspection. */
export const signingSides = ['inspector', 'factory'] as const
export type SigningSide = (typeof signingSides)[number]

/** Size of the signature field, in units of the strokes. */
export const signatureFrame = { width: 600, height: 200 } as const

/** The format of strokes: each begins with `M`, followed by points: `M10 20 L14 26 M40 8 L41 30`. */
export const strokesPattern = /^M\d{1,3} \d{1,3}(?: [ML]\d{1,3} \d{1,3})*$/

export interface Signature {
  side: SigningSide
  signer: string
  strokes: string | null
}

/** The signature as a drawing; null if only a name was typed, or the strokes are invalid. */
export const signatureDrawing = (strokes: unknown): LineDrawing | null =>
  typeof strokes === 'string' && strokesPattern.test(strokes)
    ? { frame: [0, 0, signatureFrame.width, signatureFrame.height], strokes: [{ d: strokes, tone: 'edge' }] }
    : null

/** Maximum number of points of a signature. */
export const mostPoints = 1000

/** Adds a point to the strokes; a point close to the last one is ignored. */
export const withPoint = (strokes: string, x: number, y: number, isFirst: boolean): string => {
  const [at, below] = [clamp(x, signatureFrame.width), clamp(y, signatureFrame.height)]
  const last = /[ML](\d{1,3}) (\d{1,3})$/.exec(strokes)
  const isNear = last && Math.abs(at - Number(last[1])) + Math.abs(below - Number(last[2])) < closest
  if ((isNear && !isFirst) || strokes.length > mostPoints * 11) return strokes
  return `${strokes && `${strokes} `}${isFirst ? 'M' : 'L'}${at} ${below}`
}

const closest = 4
const clamp = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
