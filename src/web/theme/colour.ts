import { darken, getContrastRatio, lighten } from '@mui/material/styles'

/** A readable text colour: white or the portal's ink; black if neither has a contrast of 4.5. */
export const textOn = (colour: string): string =>
  ['#FFFFFF', ink, '#000000'].find((text) => getContrastRatio(text, colour) >= 4.5) ?? '#000000'

/** Shifts a colour towards the text colour of its mode until it has the contrast `ratio` on every surface. */
export const readable = (
  colour: string,
  surfaces: readonly string[],
  ratio: number,
  mode: 'light' | 'dark',
): string => {
  const move = mode === 'dark' ? lighten : darken
  const steps = Array.from({ length: 20 }, (_, step) => (step === 0 ? colour : move(colour, step * 0.05)))
  return (
    steps.find((step) => surfaces.every((surface) => getContrastRatio(step, surface) >= ratio)) ?? textOn(surfaces[0]!)
  )
}

/** Mixes a `share` (0 to 1) of the second colour into the first; both are `#rrggbb`. */
export const mixed = (base: string, other: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [from, to] = [base, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
        number,
        number,
      ]
      return Math.round(from + (to - from) * share)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

/** The colour of a filled button under the pointer, further from its text so that this stays readable. */
export const hovered = (fill: string): string => (textOn(fill) === '#FFFFFF' ? darken(fill, 0.18) : lighten(fill, 0.18))

/** The dark text of the portal. */
export const ink = '#111827'
