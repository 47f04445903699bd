import UploadFileRounded from '@mui/icons-material/UploadFileRounded'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { attachmentLimits } from '#shared/kit/attachments.ts'
import { acceptedBy } from '#web/kit/files/queue.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { shippingDocuments } from '../area'
import { screenText } from './texts'

/** A file picker for several files; hidden for users who may not attach any. */
export function AddFilesButton({ label = screenText('add.choose'), small = false, onFiles }: Props) {
  const choice = useRef<HTMLInputElement>(null)
  const mayAttach = useCan(shippingDocuments.name, 'attach')
  if (!mayAttach) return null
  return (
    <>
      <input
        ref={choice}
        type="file"
        multiple
        hidden
        accept={acceptedBy(attachmentLimits(shippingDocuments))}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        variant="outlined"
        {...(small ? { size: 'small' } : { startIcon: <UploadFileRounded /> })}
        onClick={() => choice.current?.click()}
        sx={{ minHeight: { xs: 44, sm: 0 } }}
      >
        {label}
      </Button>
    </>
  )
}

interface Props {
  label?: string
  small?: boolean
  onFiles: (files: File[]) => void
}
