import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { format, t } from '#web/i18n.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { Pins } from './pins-data'

/** The pinned comments with their answers, beside the picture; one is open at a time and marked there. */
export function PinThreads({ pins, chosen, house, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (chosen === null) return
    const thread = list.current?.querySelector<HTMLElement>(`[data-pin="${chosen}"]`)
    thread?.scrollIntoView?.({ block: 'nearest' })
    thread?.querySelector('button')?.focus({ preventScroll: true })
  }, [chosen])
  const sorted = [...pins.pins].sort((a, b) => Number(a.resolved_at !== null) - Number(b.resolved_at !== null))
  return (
    <Box component="ul" ref={list} aria-label={t('compare.pins.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sorted.map((pin) => (
        <Box
          component="li"
          key={pin.id}
          data-pin={pin.id}
          sx={{ borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
        >
          <Head pin={pin} isOpen={pin.id === chosen} house={house} onChoose={() => onChoose(pin)} />
          {pin.id === chosen && <Thread pin={pin} pins={pins} />}
        </Box>
      ))}
    </Box>
  )
}

interface Props {
  pins: Pins
  chosen: number | null
  /** Whether the person sees who else reads a comment. */
  house: boolean
  onChoose: (pin: Pin) => void
}

const Head = ({
  pin,
  isOpen,
  house,
  onChoose,
}: {
  pin: Pin
  isOpen: boolean
  house: boolean
  onChoose: () => void
}) => (
  <ButtonBase
    onClick={onChoose}
    aria-expanded={isOpen}
    sx={{
      display: 'flex',
      alignItems: 'flex-start',
      justifyContent: 'flex-start',
      gap: 1.25,
      width: 1,
      minHeight: 44,
      py: 1,
      textAlign: 'left',
      fontSize: 13,
    }}
  >
    <Box
      component="span"
      className="tabular"
      sx={{ ...number, color: '#fff', bgcolor: pin.resolved_at ? '#5c6470' : '#b3261e' }}
    >
      {pin.seq}
    </Box>
    <Box component="span" sx={{ minWidth: 0, flex: 1 }}>
      <Box
        component="span"
        sx={{
          display: '-webkit-box',
          WebkitLineClamp: isOpen ? 'none' : 2,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-wrap',
        }}
      >
        {pin.comments[0]?.body}
      </Box>
      <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, ...quiet }}>
        {[pin.created_by?.title, format.moment(pin.created_at)].filter(Boolean).join(' · ')}
        {pin.resolved_at && <ToneChip tone="success">{t('compare.pins.resolved')}</ToneChip>}
        {house && pin.visibility === 'internal' && (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25 }}>
            <LockOutlined aria-hidden sx={{ fontSize: 14 }} />
            {t('files.visibility.internal')}
          </Box>
        )}
        {!isOpen && pin.comments.length > 1 && t('compare.pins.answers', { count: pin.comments.length - 1 })}
      </Box>
    </Box>
  </ButtonBase>
)

const Thread = ({ pin, pins }: { pin: Pin; pins: Pins }) => {
  const answers = pin.comments.slice(1)
  return (
    <Box sx={{ pl: 4.75, pb: 1.5, display: 'grid', gap: 1 }}>
      {answers.map(({ id, body, created_at, created_by }) => (
        <Box key={id} sx={{ fontSize: 13 }}>
          <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{body}</Box>
          <Box sx={quiet}>{[created_by?.title, format.moment(created_at)].filter(Boolean).join(' · ')}</Box>
        </Box>
      ))}
      {pin.resolved_at && (
        <Box sx={quiet}>
          {t('compare.pins.resolved_by', {
            name: pin.resolved_by?.title ?? '',
            when: format.moment(pin.resolved_at),
          })}
        </Box>
      )}
      {pin.may.answer && <Answer pin={pin} pins={pins} />}
    </Box>
  )
}

const Answer = ({ pin, pins }: { pin: Pin; pins: Pins }) => {
  const [body, setBody] = useState('')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() && (await pins.answer(pin.id, body.trim()))) setBody('')
  }
  return (
    <Box component="form" onSubmit={send} sx={{ display: 'grid', gap: 1 }}>
      <OutlinedInput
        size="small"
        multiline
        maxRows={6}
        value={body}
        onChange={({ target }) => setBody(target.value)}
        placeholder={t('compare.pins.answer_placeholder')}
        inputProps={{ 'aria-label': t('compare.pins.answer_to', { number: pin.seq }), maxLength: 2000 }}
        sx={{ fontSize: 13 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" size="small" variant="outlined" disabled={pins.busy || body.trim() === ''}>
          {t('compare.pins.answer')}
        </Button>
        {pin.may.resolve && (
          <Button size="small" disabled={pins.busy} onClick={() => void pins.settle(pin)}>
            {t(pin.resolved_at ? 'compare.pins.reopen' : 'compare.pins.resolve')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

const quiet = { fontSize: 12, color: 'text.secondary' } as const
const number = {
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  fontSize: 12,
  fontWeight: 600,
} as const
