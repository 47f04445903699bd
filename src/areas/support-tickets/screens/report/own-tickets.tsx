import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { format, t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { api } from '#web/providers/http.ts'
import { session } from '#web/providers/session.ts'
import { supportTickets } from '../../area'

/** The user's earlier reports with their answers. */
export const OwnTickets = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ownTicketsKey,
    queryFn: ({ signal }) => {
      const params = { reporter_id: String(session()?.id), _sort: 'id', _order: 'desc', _start: '0', _end: '20' }
      return api<Ticket[]>('GET', supportTickets.name, { signal, params })
    },
    staleTime: 0,
  })
  return (
    <Section title={t('members.tickets.title')} help={t('members.tickets.help')}>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('members.tickets.none')}</Box> : null}
      <Box
        component="ul"
        aria-label={t('members.tickets.title')}
        sx={{ listStyle: 'none', m: 0, p: 0, minHeight: data ? 0 : 48 }}
      >
        {data?.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </Box>
    </Section>
  )
}

/** Query key of the user's tickets. */
export const ownTicketsKey = ['own-tickets']

interface Ticket {
  id: number
  ticket_no: string
  subject: string
  answer: string | null
  status: string
  created_at: string
}

const TicketRow = ({ ticket: { id, ticket_no, subject, answer, status, created_at } }: { ticket: Ticket }) => (
  <Box
    component="li"
    sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0, pt: 0 } }}
  >
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
      <Link
        component={RouterLink}
        to={`${supportTickets.path}/${id}`}
        sx={{ fontWeight: 500, overflowWrap: 'anywhere', py: { xs: 1.25, sm: 0.25 } }}
      >
        {subject}
      </Link>
      <StatusChip area={supportTickets} status={status} />
      <Box component="span" sx={{ fontSize: 13, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {ticket_no} · {format.moment(created_at)}
      </Box>
    </Box>
    {answer ? (
      <Box sx={{ mt: 1, pl: 1.5, maxWidth: '72ch', borderLeft: 2, borderColor: 'secondary.main' }}>
        <Box sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary' }}>{t('members.tickets.answer')}</Box>
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer}</Box>
      </Box>
    ) : null}
  </Box>
)
