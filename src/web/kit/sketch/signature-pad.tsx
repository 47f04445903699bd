import Box from '@mui/material/Box'
import { type PointerEvent, useRef } from 'react'
import { signatureFrame, withPoint } from '#shared/trade/signature.ts'

/** A field to sign in by finger, pen or mouse. The form must also accept a typed name, for people who cannot draw. */
export function SignaturePad({ label, strokes, onChange }: Props) {
  const pen = useRef<number | null>(null)
  const latest = useRef(strokes)
  latest.current = strokes
  const draw = (event: PointerEvent<SVGSVGElement>, isFirst: boolean) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * signatureFrame.width
    const y = ((event.clientY - top) / height) * signatureFrame.height
    latest.current = withPoint(latest.current, x, y, isFirst)
    onChange(latest.current)
  }
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${signatureFrame.width} ${signatureFrame.height}`}
      onPointerDown={(event: PointerEvent<SVGSVGElement>) => {
        pen.current = event.pointerId
        event.currentTarget.setPointerCapture(event.pointerId)
        draw(event, true)
      }}
      onPointerMove={(event: PointerEvent<SVGSVGElement>) => event.pointerId === pen.current && draw(event, false)}
      onPointerUp={() => {
        pen.current = null
      }}
      onPointerCancel={() => {
        pen.current = null
      }}
      sx={{
        ...{ display: 'block', width: '100%', maxWidth: 480, aspectRatio: '3 / 1', touchAction: 'none' },
        ...{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default', cursor: 'crosshair' },
      }}
    >
      <SignatureStrokes strokes={strokes} />
    </Box>
  )
}

/** The strokes of a signature in the colour of text. */
export const SignatureStrokes = ({ strokes }: { strokes: string }) => (
  <path d={strokes} fill="none" stroke="currentColor" strokeWidth={4} strokeLinecap="round" strokeLinejoin="round" />
)

interface Props {
  label: string
  strokes: string
  onChange: (strokes: string) => void
}
