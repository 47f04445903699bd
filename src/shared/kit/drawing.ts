/** A line drawing, for the screen and for paper: its y axis points down, and what lies outside its frame is not shown. */
export interface LineDrawing {
  frame: Frame
  strokes: readonly DrawnStroke[]
  /** Letters in bold sans serif over all strokes: `x` is their middle, `y` their baseline. */
  label?: { text: string; x: number; y: number; size: number }
}

export type Frame = readonly [x: number, y: number, width: number, height: number]

/** A path of absolute `M`, `L`, `C` and `Z` alone, so that PDF can draw it command by command. */
export interface DrawnStroke {
  d: string
  tone: StrokeTone
}

/**
 * What a path is: `surface` and `inside` are areas, the outer and the inner side of cloth; `edge`, `seam` and `stitch`
 * are lines of it; `ghost` is where an edge goes when it is stretched; `guide` and `measure` tell where to lay the tape,
 * and `head` is an arrowhead.
 */
export type StrokeTone = 'surface' | 'inside' | 'edge' | 'seam' | 'stitch' | 'ghost' | 'guide' | 'measure' | 'head'

/** Widths and dashes of lines in a frame of 240; in a smaller frame they shrink with it. Areas have no line. */
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
