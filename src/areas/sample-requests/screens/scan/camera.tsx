import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { screenText } from '../texts'
import { loadCodeReader } from './read-code'

/** Shows the camera until it is closed; calls `onCode` for each code that comes into view. */
export function Camera({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<'denied' | 'none' | null>(null)
  const latestOnCode = useRef(onCode)
  latestOnCode.current = onCode

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let last = ''
    let unseen = 0
    let failures = 0
    const watch = async () => {
      // Undefined when the page is not served over HTTPS.
      if (!navigator.mediaDevices) return setFault('none')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const videoElement = video.current
      if (isOver || !videoElement) return stop(stream)
      videoElement.srcObject = stream
      await videoElement.play()
      const readCode = await loadCodeReader()
      // Some detectors fail while the picture changes; the next frame may succeed.
      const scanFrame = async () => {
        try {
          const text = await readCode(videoElement, frameTime)
          failures = 0
          return text
        } catch (error) {
          failures += 1
          if (failures >= maxFailures) throw error
          return null
        }
      }
      while (!isOver) {
        const text = await scanFrame()
        // A label stays in view for a while: its code is reported once, and again when it reappears.
        unseen = text ? 0 : unseen + 1
        if (unseen === framesUntilGone) last = ''
        if (text && text !== last) latestOnCode.current(text)
        if (text) last = text
        await new Promise((resolve) => setTimeout(resolve, frameDelay))
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

/** Milliseconds between two frames, and the limit for reading one. */
const frameDelay = 150
const frameTime = 60
/** Consecutive failures after which the camera counts as unusable. */
const maxFailures = 20
/** Frames without a code after which a label counts as out of view. */
const framesUntilGone = 10
