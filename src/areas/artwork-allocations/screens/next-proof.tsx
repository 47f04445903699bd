import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { attachmentLimits } from '#shared/kit/attachments.ts'
import { inSeries, useAttachments, useAttachmentsAnswer } from '#web/kit/files/data.ts'
import { acceptedBy, useUploads } from '#web/kit/files/queue.ts'
import { UploadRow } from '#web/kit/files/upload.tsx'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { artworkAllocations } from '../area'
import { screenText } from './texts'

/** The proof to submit next: a photo or a file. */
export function NextProof({ allocation }: { allocation: OpenRecord }) {
  const area = areaNamed(artworkAllocations.name)
  const { data = [] } = useAttachments(area, allocation.id)
  const addAttachments = useAttachmentsAnswer(area, allocation.id)
  const uploads = useUploads(area, allocation.id, addAttachments)
  const camera = useRef<HTMLInputElement>(null)
  const choice = useRef<HTMLInputElement>(null)
  const mayAttach = useCan(area.name, 'attach')
  if (!mayAttach || !awaited.has(allocation.status ?? '')) return null
  const proofs = inSeries(data)
    .map(({ latest }) => latest)
    .filter(({ kind }) => kind === 'proof')
  const add = (files: FileList | null) => uploads.add([...(files ?? [])], 'shared', { kind: 'proof' })
  return (
    <Section title={screenText('next.title', { round: nextRound(allocation) })} help={screenText('next.help')}>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={screenText('next.camera')}
        onChange={({ target }) => {
          add(target.files)
          target.value = ''
        }}
      />
      <input
        ref={choice}
        type="file"
        multiple
        hidden
        accept={acceptedBy(attachmentLimits(area))}
        aria-label={screenText('next.choose')}
        onChange={({ target }) => {
          add(target.files)
          target.value = ''
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<PhotoCameraOutlined />}
          onClick={() => camera.current?.click()}
          sx={{
            display: 'none',
            '@media (pointer: coarse)': { display: 'inline-flex' },
            minHeight: 44,
            flex: { xs: 1, sm: 'none' },
          }}
        >
          {screenText('next.camera')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<AttachFileRounded />}
          onClick={() => choice.current?.click()}
          sx={{ minHeight: { xs: 44, sm: 0 }, flex: { xs: 1, sm: 'none' } }}
        >
          {screenText('next.choose')}
        </Button>
      </Box>
      {uploads.list.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {uploads.list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </Box>
      )}
      {proofs.length > 0 && (
        <Box component="ul" aria-label={screenText('next.ready')} sx={rowOfPictures}>
          {proofs.map(({ id, name, thumb }) => (
            <Box component="li" key={id} sx={{ width: 112, minWidth: 0 }}>
              {thumb && (
                <Box
                  component="img"
                  src={thumb}
                  alt=""
                  sx={{
                    display: 'block',
                    width: 112,
                    height: 84,
                    objectFit: 'cover',
                    borderRadius: 1,
                    bgcolor: 'common.white',
                  }}
                />
              )}
              <Box sx={{ fontSize: 12, color: 'text.secondary', overflowWrap: 'anywhere' }}>{name}</Box>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}

/** States in which the supplier must submit a proof. */
const awaited: ReadonlySet<string> = new Set(['allocated', 'acknowledged', 'rejected'])

const nextRound = ({ status, round }: OpenRecord) => Number(round ?? 1) + (status === 'rejected' ? 1 : 0)

const rowOfPictures = { listStyle: 'none', m: 0, mt: 1.5, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1.5 } as const
