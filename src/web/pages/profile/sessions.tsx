import ComputerRounded from '@mui/icons-material/ComputerRounded'
import PhoneIphoneRounded from '@mui/icons-material/PhoneIphoneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { format, t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { FailedState } from '#web/kit/page/states.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { api, HttpError } from '#web/providers/http.ts'
import { confirmDialog, notify } from '#web/shell/messages/messages.ts'
import { browserOf, isPhone } from './user-agent'

/** The person's sessions, with buttons to end those on other devices. */
export const ProfileSessions = () => {
  const client = useQueryClient()
  const [ending, setEnding] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api<{ data: OwnSession[] }>('GET', 'auth/sessions', { signal })).data,
    staleTime: 0,
  })

  const end = async (id: string, path: string) => {
    setEnding(id)
    try {
      const { message } = await api<{ message: string }>('POST', path, { body: {} })
      notify({ tone: 'success', text: message })
    } catch (refusal) {
      if (!(refusal instanceof HttpError)) throw refusal
      // A session that has already ended counts as a success.
      if (refusal.statusCode !== 404) notify({ tone: 'danger', text: refusal.message })
    } finally {
      setEnding(null)
      await client.invalidateQueries({ queryKey: key })
    }
  }
  const endOthers = async (count: number) => {
    const isConfirmed = await confirmDialog({
      title: t('members.sessions.end_others_title'),
      body: t('members.sessions.end_others_body', { count }),
      confirm: t('members.sessions.end_others'),
      danger: true,
    })
    if (isConfirmed) await end('others', 'auth/sessions/end-others')
  }

  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <Section
      title={t('members.sessions.title')}
      help={t('members.sessions.help')}
      actions={
        others > 0 ? (
          <Button disabled={ending !== null} onClick={() => void endOthers(others)}>
            {t('members.sessions.end_others')}
          </Button>
        ) : null
      }
    >
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      <Box
        component="ul"
        aria-label={t('members.sessions.title')}
        sx={{ listStyle: 'none', m: 0, p: 0, minHeight: 56 }}
      >
        {data?.map((session) => (
          <Row
            key={session.id}
            session={session}
            busy={ending !== null}
            onEnd={() => void end(session.id, `auth/sessions/${session.id}/end`)}
          />
        ))}
      </Box>
    </Section>
  )
}

/** A session as the API returns it; `agent` is the browser's `User-Agent`. */
interface OwnSession {
  id: string
  current: boolean
  address: string
  agent: string
  remember: boolean
  started_at: string
  last_seen_at: string
  expires_at: string
}

const key = ['own-sessions']

const Row = ({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) => {
  const name = browserOf(session.agent)
  const Icon = isPhone(session.agent) ? PhoneIphoneRounded : ComputerRounded
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        minHeight: 56,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontWeight: 500 }}>
          {name}
          {session.current ? <ToneChip tone="success">{t('members.sessions.this')}</ToneChip> : null}
        </Box>
        <Box sx={{ fontSize: 13, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {t('members.sessions.line', {
            address: session.address,
            started: format.moment(session.started_at),
            seen: format.moment(session.last_seen_at),
          })}
        </Box>
      </Box>
      {session.current ? null : (
        <Button
          variant="outlined"
          size="small"
          disabled={busy}
          aria-label={t('members.sessions.end_name', { name, seen: format.moment(session.last_seen_at) })}
          onClick={onEnd}
        >
          {t('members.sessions.end')}
        </Button>
      )}
    </Box>
  )
}
