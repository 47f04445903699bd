/** A line drawing, for SVG and PDF. Its y axis points down; strokes are clipped to the frame. */
export interface LineDrawing {
  frame: Frame
  strokes: readonly DrawnStroke[]
  /** A bold sans-serif text over all strokes, centred on `x`, with its baseline at `y`. */
  label?: { text: string; x: number; y: number; size: number }
}

export type Frame = readonly [x: number, y: number, width: number, height: number]

/** An SVG path of only the absolute commands `M`, `L`, `C` and `Z`, which PDF has too. */
export interface DrawnStroke {
  d: string
  tone: StrokeTone
}

/**
 * What a path represents. `surface` and `inside` are filled: the outer and the inner side of cloth. `edge`, `seam` and
 * `stitch` are lines on the cloth, `ghost` is an edge in stretched position, `guide` and `measure` show where to lay
 * the tape measure, and `head` is a filled arrowhead.
 */
export type StrokeTone = 'surface' | 'inside' | 'edge' | 'seam' | 'stitch' | 'ghost' | 'guide' | 'measure' | 'head'

/**
 * Line width and dashes by tone, in a frame of `styledFrame` units; scale them with the frame. Filled tones have no
 * line.
 */
export const strokeStyles: Readonly<Record<StrokeTone, { width: number; dash?: readonly [number, number] }>> = {
  surface: { width: 0 },
  inside: { width: 0 },
  edge: { width: 1.9 },
  seam: { width: 1 },
  stitch: { width: 0.9, dash: [3.4, 2.4] },
  ghost: { width: 1.2, dash: [5, 4] },
  guide: { width: 1.1, dash: [5, 4] },
  measure: { width: 2.9 },
  head: { width: 0 },
}
export const styledFrame = 240
