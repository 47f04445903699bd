import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { screenText } from '../texts'
import { loadCodeReader } from './read-code'

/** What the camera sees, until it is closed; tells each code that comes into its sight. */
export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<'denied' | 'none' | null>(null)
  const tell = useRef(onCode)
  tell.current = onCode

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let last = ''
    let unseen = 0
    let failures = 0
    const watch = async () => {
      // Absent where the page is not served by HTTPS.
      if (!navigator.mediaDevices) return setFault('none')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const seen = video.current
      if (isOver || !seen) return stop(stream)
      seen.srcObject = stream
      await seen.play()
      const read = await loadCodeReader()
      // Some detectors fail while the picture changes; the next look may succeed.
      const look = async () => {
        try {
          const text = await read(seen, frameTime)
          failures = 0
          return text
        } catch (error) {
          failures += 1
          if (failures >= mostFailures) throw error
          return null
        }
      }
      while (!isOver) {
        const text = await look()
        // A label stays in sight for a while: it is told once, and again when it comes back.
        unseen = text ? 0 : unseen + 1
        if (unseen === gone) last = ''
        if (text && text !== last) tell.current(text)
        if (text) last = text
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    watch().catch((error: unknown) => {
      if (stream) stop(stream)
      if (isOver) return
      setFault(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none')
    })
    return () => {
      isOver = true
      if (stream) stop(stream)
    }
  }, [])

  if (fault)
    return (
      <Alert severity="warning" variant="outlined" role="alert">
        {screenText(`scan.camera_${fault}`)}
      </Alert>
    )
  return (
    <Box
      component="video"
      ref={video}
      muted
      playsInline
      aria-label={screenText('scan.camera')}
      sx={{ width: '100%', maxWidth: 480, aspectRatio: '4 / 3', objectFit: 'cover', bgcolor: '#000', borderRadius: 1 }}
    />
  )
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** Milliseconds between two looks, and that one may take. */
const pause = 150
const frameTime = 60
/** Failed looks in a row after which the camera is of no use. */
const mostFailures = 20
/** Looks without a code after which a label has left the sight. */
const gone = 10
