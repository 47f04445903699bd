import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { isRaster } from './data'
import type { Size } from './viewer-zoom'

/** A picture: first its preview, and when it is drawn larger than that, the picture itself. */
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
          // Without its preview, the picture itself.
          if (shown !== file.url && isRaster(file)) setAddress(file.url)
          else onBroken()
        }}
        sx={{
          display: natural ? 'block' : 'none',
          width: natural ? natural.width * scale : undefined,
          height: natural ? natural.height * scale : undefined,
          // Drawings have transparent grounds, and black lines on them.
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
  /** Its size in pixels, once it is known. */
  natural: Size | null
  scale: number
  onNatural: (size: Size) => void
  onBroken: () => void
}
