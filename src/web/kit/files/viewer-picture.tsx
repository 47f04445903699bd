import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { isRaster } from './data'
import type { Size } from './viewer-zoom'

/** A picture in the viewer: its preview, or the original once it is shown larger than the preview. */
export const Picture = ({ file, natural, scale, onNatural, onBroken }: PictureProps) => {
  const [address, setAddress] = useState(file.preview ?? file.url)
  const isSmall = file.preview !== null && isRaster(file) && scale * devicePixelRatio > 1
  const shown = isSmall ? file.url : address
  return (
    <>
      {!natural && <Skeleton variant="rectangular" width={240} height={240} sx={{ m: 'auto' }} />}
      <Box
        component="img"
        src={shown}
        alt={file.name}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (!natural) onNatural({ width: Math.max(1, naturalWidth), height: Math.max(1, naturalHeight) })
        }}
        onError={() => {
          // If the preview cannot be loaded, the original is shown.
          if (shown !== file.url && isRaster(file)) setAddress(file.url)
          else onBroken()
        }}
        sx={{
          display: natural ? 'block' : 'none',
          width: natural ? natural.width * scale : undefined,
          height: natural ? natural.height * scale : undefined,
          // Drawings may have black lines on a transparent background.
          backgroundColor: '#fff',
          imageRendering: scale * devicePixelRatio > 4 ? 'pixelated' : undefined,
          userSelect: 'none',
        }}
      />
    </>
  )
}

interface PictureProps {
  file: Attachment
  /** Size of the picture in pixels; null until it is loaded. */
  natural: Size | null
  scale: number
  onNatural: (size: Size) => void
  onBroken: () => void
}
