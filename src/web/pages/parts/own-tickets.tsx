import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { areas } from '../../../areas'
import type { Area } from '../../../shared/area'
import { format, t } from '../../i18n'
import { Section } from '../../kit/section'
import { FailedState } from '../../kit/states'
import { StatusChip } from '../../kit/status-chip'
import { api } from '../../providers/http'
import { session } from '../../providers/session'
import { sizeText } from './report-files'

/** What the person reported before, and what was answered. */
export const OwnTickets = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ownTicketsKey,
    queryFn: ({ signal }) =>
      api<Ticket[]>('GET', 'support-tickets', {
        signal,
        params: { reporter_id: String(session()?.id), _sort: 'id', _order: 'desc', _start: '0', _end: '20' },
      }),
    staleTime: 0,
  })
  return (
    <Section title={t('members.tickets.title')} help={t('members.tickets.help')}>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('members.tickets.none')}</Box> : null}
      <Box sx={{ minHeight: data ? 0 : 48 }}>
        {data?.map((ticket) => (
          <TicketLine key={ticket.id} ticket={ticket} />
        ))}
      </Box>
    </Section>
  )
}

/** Under which the tickets are remembered. */
export const ownTicketsKey = ['own-tickets']

interface Ticket {
  id: number
  ticket_no: string
  subject: string
  message: string
  answer: string | null
  status: string
  created_at: string
}

const area = areas.find((one: Area) => one.name === 'support-tickets') as Area | undefined

const TicketLine = ({ ticket }: { ticket: Ticket }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Box
      component="details"
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
      sx={{ borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 }, '& > summary': { py: 1 } }}
    >
      <Box
        component="summary"
        sx={{
          cursor: 'pointer',
          minHeight: { xs: 44, sm: 36 },
          borderRadius: 1,
          '&::marker': { color: 'text.secondary' },
        }}
      >
        <Box component="span" sx={{ fontWeight: 500, mr: 1, overflowWrap: 'anywhere' }}>
          {ticket.subject}
        </Box>
        {area ? <StatusChip area={area} status={ticket.status} /> : null}
        <Box component="span" sx={{ ml: 1, fontSize: 13, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {ticket.ticket_no} · {format.moment(ticket.created_at)}
        </Box>
      </Box>
      <Box sx={{ pb: 2, pl: 2, maxWidth: '72ch', display: 'grid', gap: 1.5 }}>
        <Words text={ticket.message} />
        {isOpen ? <Files id={ticket.id} /> : null}
        {ticket.answer ? (
          <Box sx={{ borderLeft: 2, borderColor: 'secondary.main', pl: 1.5 }}>
            <Box sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>{t('members.tickets.answer')}</Box>
            <Words text={ticket.answer} />
          </Box>
        ) : (
          <Box sx={{ color: 'text.secondary' }}>{t('members.tickets.no_answer')}</Box>
        )}
      </Box>
    </Box>
  )
}

const Words = ({ text }: { text: string }) => (
  <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
)

/** Addresses of files are good for minutes: they are asked for when somebody looks. */
const Files = ({ id }: { id: number }) => {
  const { data } = useQuery({
    queryKey: [...ownTicketsKey, id, 'files'],
    queryFn: ({ signal }) =>
      api<TicketFile[]>('GET', 'files', { signal, params: { area: 'support-tickets', record: String(id) } }),
    staleTime: 0,
  })
  if (!data?.length) return null
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {data.map(({ id: fileId, name, size, url }) => (
        <Box component="li" key={fileId} sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 32 }}>
          <AttachFileRounded aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
          <Link href={url} target="_blank" rel="noopener" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Link>
          <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
            {sizeText(size)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

interface TicketFile {
  id: number
  name: string
  size: number
  url: string
}
