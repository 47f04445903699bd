import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { t } from '#web/i18n.ts'

/** Buttons to choose files, and on touch devices to take a picture. */
export function Ways({ label = t('files.choose'), onChoose, onFiles }: WaysProps) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={t('files.camera')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        startIcon={<PhotoCameraOutlined />}
        onClick={() => camera.current?.click()}
        sx={{ display: 'none', '@media (pointer: coarse)': { display: 'inline-flex' } }}
      >
        {t('files.camera')}
      </Button>
      <Button variant="outlined" startIcon={<AttachFileRounded />} onClick={onChoose}>
        {label}
      </Button>
    </Box>
  )
}

interface WaysProps {
  label?: string
  onChoose: () => void
  onFiles: (files: File[]) => void
}
