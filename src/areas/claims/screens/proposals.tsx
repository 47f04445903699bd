import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatAmount } from '#shared/base/money.ts'
import type { ClaimType } from '#shared/trade/claim-terms.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { choiceLabel, format, language, useLanguage } from '#web/i18n.ts'
import { FailedState } from '#web/kit/page/states.tsx'
import { api, HttpError } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { claims as area } from '../area'
import { screenText } from './texts'

interface Named {
  id: number
  title: string
}

interface Proposal {
  key: string
  type: ClaimType
  rule: Named & { title_zh: string }
  supplier: Named | null
  order: Named | null
  container: Named | null
  inspection: Named | null
  day: string
  lines: { title: string | null; units: number; days_late: number | null; amount: string }[]
  currency: string
  amount: string
}

interface Answer {
  proposals: Proposal[]
  more: boolean
}

/** Claims that current facts and rules justify, to choose from. */
export function Proposals({ onClose }: { onClose: () => void }) {
  useLanguage()
  const titleId = useId()
  const refresh = useRefresh()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'proposals'],
    queryFn: ({ signal }) => api<Answer>('GET', `${area.name}/proposals`, { signal }),
    retry: false,
    gcTime: 0,
  })
  const [key] = useState(freshKey)
  const proposals = data?.proposals ?? []
  const isAll = proposals.length > 0 && chosen.length === proposals.length

  const draft = async () => {
    setBusy(true)
    setFault(null)
    try {
      const { drafted } = await api<{ drafted: { id: number }[] }>('POST', `${area.name}/draft`, {
        body: { keys: chosen },
        idempotencyKey: key,
      })
      await refresh()
      notify({ tone: 'success', text: screenText('proposals.drafted', { count: drafted.length }) })
      onClose()
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure
      setFault(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{screenText('proposals.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 13, mb: 1 }}>{screenText('proposals.help')}</DialogContentText>
        {fault && (
          <Box role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
            {fault}
          </Box>
        )}
        {error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Box role="status" sx={{ fontSize: 13 }}>
            {screenText('proposals.looking')}
          </Box>
        ) : proposals.length === 0 ? (
          <Box sx={{ fontSize: 13 }}>{screenText('proposals.none')}</Box>
        ) : (
          <>
            <Box component="label" sx={{ ...row, fontWeight: 600 }}>
              <Checkbox
                checked={isAll}
                indeterminate={!isAll && chosen.length > 0}
                onChange={() => setChosen(isAll ? [] : proposals.map(({ key: each }) => each))}
              />
              {screenText('proposals.all', { count: proposals.length })}
            </Box>
            {proposals.map((proposal) => (
              <Offer
                key={proposal.key}
                proposal={proposal}
                isChosen={chosen.includes(proposal.key)}
                onToggle={() =>
                  setChosen((now) =>
                    now.includes(proposal.key) ? now.filter((each) => each !== proposal.key) : [...now, proposal.key],
                  )
                }
              />
            ))}
            {data.more && (
              <Box sx={{ fontSize: 13, color: 'text.secondary', pt: 1 }}>{screenText('proposals.more')}</Box>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {screenText('proposals.close')}
        </Button>
        <Button variant="contained" disabled={isBusy || chosen.length === 0} onClick={() => void draft()}>
          {screenText('proposals.draft', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Offer({ proposal, isChosen, onToggle }: OfferProps) {
  const { type, rule, supplier, order, container, inspection, day, lines, currency, amount } = proposal
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  const days = lines[0]?.days_late
  const description =
    type === 'late' && typeof days === 'number'
      ? screenText('proposals.days', { count: days })
      : screenText('proposals.units', { count: units })
  return (
    <Box component="label" sx={{ ...row, borderTop: 1, borderColor: 'divider' }}>
      <Checkbox checked={isChosen} onChange={onToggle} />
      <Box component="span" sx={{ flex: 1, minWidth: 0, py: 0.5 }}>
        <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
          {[choiceLabel(area, 'type', type), supplier?.title, order?.title].filter(Boolean).join(' · ')}
        </Box>
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {[
            lines.length === 1 ? lines[0]?.title : screenText('proposals.lines', { count: lines.length }),
            description,
            container?.title ?? inspection?.title,
            format.date(day),
            language() === 'zh' ? rule.title_zh : rule.title,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </Box>
      <Box component="span" className="tabular" sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
        {formatAmount(amount, currency, language())}
      </Box>
    </Box>
  )
}

interface OfferProps {
  proposal: Proposal
  isChosen: boolean
  onToggle: () => void
}

const row = { display: 'flex', alignItems: 'center', minHeight: 44, gap: 0.5, fontSize: 13, cursor: 'pointer' } as const
