import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { format } from '../../../web/i18n'
import { Section } from '../../../web/kit/section'
import { sectionTitle } from '../../../web/kit/sections'
import { FailedState } from '../../../web/kit/states'
import { api } from '../../../web/providers/http'
import { supportTickets } from '../area'
import { word } from './words'

/** The files that came with a ticket: pictures to look at, others to save. */
export function Attachments({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [supportTickets.name, 'files', id],
    queryFn: ({ signal }) =>
      api<SentFile[]>('GET', 'files', { params: { area: supportTickets.name, record: String(id) }, signal }),
    // The addresses are good for a while only; a page that was left open asks for new ones.
    refetchInterval: 10 * 60_000,
  })
  return (
    <Section title={sectionTitle(supportTickets, 'attachments')}>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={72} />}
      {data?.length === 0 && <Box sx={{ color: 'text.secondary' }}>{word('no_attachments')}</Box>}
      {data && data.length > 0 && (
        <Box component="ul" sx={list}>
          {data.map((file) => (
            <Box component="li" key={file.id} sx={{ minWidth: 0 }}>
              <Attachment file={file} />
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}

interface SentFile {
  id: number
  name: string
  type: string
  size: number
  url: string
}

const Attachment = ({ file: { name, type, size, url } }: { file: SentFile }) => {
  const isPicture = type.startsWith('image/')
  return (
    <Link
      href={url}
      color="inherit"
      underline="hover"
      {...(isPicture ? { target: '_blank', rel: 'noopener' } : { download: name })}
      sx={{ display: 'block', borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
    >
      <Box sx={preview}>
        {isPicture ? (
          <Box component="img" src={url} alt="" loading="lazy" sx={{ width: 1, height: 1, objectFit: 'cover' }} />
        ) : (
          <DescriptionOutlined sx={{ color: 'text.secondary', fontSize: 32 }} />
        )}
      </Box>
      <Box sx={{ px: 1.25, py: 1 }}>
        <Box sx={{ fontSize: 13, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }} title={name}>
          {name}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{sizeText(size)}</Box>
      </Box>
    </Link>
  )
}

const sizeText = (bytes: number): string => {
  if (bytes < 1024 * 1024) return word('kilobytes', { size: format.number(Math.max(1, Math.round(bytes / 1024))) })
  return word('megabytes', { size: format.number((bytes / 1024 / 1024).toFixed(1), 1) })
}

const list = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
  gap: 1.5,
  listStyle: 'none',
  m: 0,
  p: 0,
} as const

const preview = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  height: 96,
  bgcolor: 'action.hover',
} as const
