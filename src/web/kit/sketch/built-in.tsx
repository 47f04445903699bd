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
export function BuiltIn({ code, name, size, around = (sketch) => sketch }: BuiltInProps) {
  const drawing = pomSketch(code)
  if (!drawing) return null
  return around(
    <Box
      sx={{ display: 'inline-block', width: size ?? 1, borderRadius: 1, overflow: 'hidden', bgcolor: 'action.hover' }}
    >
      <Drawing drawing={drawing} name={name} size={size} />
    </Box>,
  )
}
