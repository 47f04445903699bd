import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { pomSketch } from '#shared/trade/pom-sketch/sketch.ts'
import { Drawing } from './drawing'

export interface BuiltInProps {
  code: string
  name?: string
  size?: number
  /** Draws around it; not called where the code has no sketch. */
  around?: (sketch: ReactNode) => ReactNode
}

/** The sketch that the portal has for a code of the library. */
export function BuiltIn({ code, name, size, around }: BuiltInProps) {
  const drawing = pomSketch(code)
  if (!drawing) return null
  const drawn = <Drawing drawing={drawing} name={name} size={size} />
  if (!around) return drawn
  return around(
    <Box sx={{ width: size, maxWidth: 1, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}>{drawn}</Box>,
  )
}
