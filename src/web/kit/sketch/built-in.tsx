import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { pomSketch } from '#shared/trade/pom-sketch/sketch.ts'
import { Drawing } from './drawing'

export interface BuiltInProps {
  code: string
  name?: string
  size?: number
  /** Renders the frame of the sketch; not called if the code has none. */
  around?: (sketch: ReactNode) => ReactNode
}

/** The built-in sketch for a code of the library of points of measure. */
export function BuiltIn({ code, name, size, around }: BuiltInProps) {
  const drawing = pomSketch(code)
  if (!drawing) return null
  const drawn = <Drawing drawing={drawing} name={name} size={size} />
  if (!around) return drawn
  return around(
    <Box sx={{ width: size, maxWidth: 1, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}>{drawn}</Box>,
  )
}
