import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Pin, PinComment } from '#shared/kit/wire/pin.ts'
import { format, t } from '#web/i18n.ts'
import { MoreMenu } from '#web/kit/page/more-menu.tsx'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import { confirmDialog } from '#web/shell/messages/messages.ts'
import type { Pins } from './pins-data'

/**
 * The pinned comments with their answers, next to the picture. The selected one is unfolded, and marked in the picture.
 */
export function PinThreads({ pins, chosen, house, pages, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (chosen === null) return
    const thread = list.current?.querySelector<HTMLElement>(`[data-pin="${chosen}"]`)
    thread?.scrollIntoView?.({ block: 'nearest' })
    thread?.querySelector('button')?.focus({ preventScroll: true })
  }, [chosen])
  const sorted = [...pins.pins].sort(
    (a, b) => Number(a.resolved_at !== null) - Number(b.resolved_at !== null) || a.page - b.page || a.seq - b.seq,
  )
  return (
    <Box component="ul" ref={list} aria-label={t('compare.pins.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sorted.map((pin) => (
        <Box
          component="li"
          key={pin.id}
          data-pin={pin.id}
          sx={{ borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
        >
          <FirstComment
            pin={pin}
            pins={pins}
            isOpen={pin.id === chosen}
            house={house}
            isPaged={pages > 1}
            onChoose={() => onChoose(pin)}
          />
          {pin.id === chosen && <Thread pin={pin} pins={pins} />}
        </Box>
      ))}
    </Box>
  )
}

interface Props {
  pins: Pins
  chosen: number | null
  /** Whether the person sees the visibility of comments. */
  house: boolean
  /** Number of pages of the file; if there are several, comments show their page. */
  pages: number
  onChoose: (pin: Pin) => void
}

interface HeadProps {
  pin: Pin
  isOpen: boolean
  house: boolean
  isPaged: boolean
  onChoose: () => void
}

/** The first comment of a thread; unfolded, with its author's actions. */
const FirstComment = ({ pins, ...head }: HeadProps & { pins: Pins }) => {
  const { pin, isOpen } = head
  const [comment] = pin.comments
  const [isEdited, setEdited] = useState(false)
  if (comment && isOpen && isEdited)
    return (
      <Box sx={{ py: 1 }}>
        <EditComment
          pin={pin}
          comment={comment}
          pins={pins}
          label={t('compare.pins.edit_label', { number: pin.seq })}
          onDone={() => setEdited(false)}
        />
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
      <CommentButton {...head} />
      {comment && isOpen && (
        <CommentActions
          comment={comment}
          label={t('compare.pins.more', { number: pin.seq })}
          busy={pins.busy}
          onEdit={() => setEdited(true)}
          onRemove={async () => {
            const title = t('compare.pins.remove_title', { number: pin.seq })
            const body = t('compare.pins.remove_body')
            if (await confirmDialog({ title, body, confirm: t('compare.pins.remove'), danger: true }))
              await pins.remove(pin.id, comment)
          }}
        />
      )}
    </Box>
  )
}

/** Buttons to edit and delete a comment, if the person may. */
const CommentActions = ({ comment: { may }, label, busy, onEdit, onRemove }: OwnActionsProps) => (
  <MoreMenu
    label={label}
    disabled={busy}
    groups={[
      [
        ...(may.edit ? [{ label: t('compare.pins.edit'), onSelect: onEdit }] : []),
        ...(may.remove ? [{ label: t('compare.pins.remove'), danger: true, onSelect: () => void onRemove() }] : []),
      ],
    ]}
  />
)

interface OwnActionsProps {
  comment: PinComment
  label: string
  busy: boolean
  onEdit: () => void
  onRemove: () => Promise<void>
}

const EditComment = ({ pin, comment, pins, label, onDone }: EditProps) => {
  const [body, setBody] = useState(comment.body)
  const [initialComment] = useState(comment)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const text = body.trim()
    if (text === '' || text === comment.body || (await pins.edit(pin.id, comment, text))) {
      if (text !== '') onDone()
    }
  }
  return (
    <Box component="form" onSubmit={save} sx={{ display: 'grid', gap: 1 }}>
      {comment.version !== initialComment.version && <Box sx={secondaryText}>{comment.body}</Box>}
      <OutlinedInput
        autoFocus
        size="small"
        multiline
        maxRows={8}
        value={body}
        onChange={({ target }) => setBody(target.value)}
        inputProps={{ 'aria-label': label, maxLength: 2000 }}
        sx={{ fontSize: 13 }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" size="small" variant="outlined" disabled={pins.busy || body.trim() === ''}>
          {t('compare.pins.save_edit')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('kit.cancel')}
        </Button>
      </Box>
    </Box>
  )
}

interface EditProps {
  pin: Pin
  comment: PinComment
  pins: Pins
  label: string
  onDone: () => void
}

/** Author and time of a comment, and when it was edited. */
const authorText = ({
  created_by,
  created_at,
  edited_at,
}: Pick<PinComment, 'created_by' | 'created_at' | 'edited_at'>) =>
  [
    created_by?.title,
    format.moment(created_at),
    edited_at && t('compare.pins.edited', { when: format.moment(edited_at) }),
  ]
    .filter(Boolean)
    .join(' · ')

const CommentButton = ({ pin, isOpen, house, isPaged, onChoose }: HeadProps) => (
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
      <Box
        component="span"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, ...secondaryText }}
      >
        {authorText({ edited_at: null, ...pin.comments[0], created_by: pin.created_by, created_at: pin.created_at })}
        {isPaged && ` · ${t('compare.pins.on_page', { page: pin.page })}`}
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
      {answers.map((answer) => (
        <AnswerComment key={answer.id} pin={pin} answer={answer} pins={pins} />
      ))}
      {pin.resolved_at && (
        <Box sx={secondaryText}>
          {t('compare.pins.resolved_by', {
            name: pin.resolved_by?.title ?? '',
            when: format.moment(pin.resolved_at),
          })}
        </Box>
      )}
      {pin.may.answer && <AnswerForm pin={pin} pins={pins} />}
    </Box>
  )
}

const AnswerComment = ({ pin, answer, pins }: { pin: Pin; answer: PinComment; pins: Pins }) => {
  const [isEdited, setEdited] = useState(false)
  const label = t('compare.pins.more_answer', { name: answer.created_by?.title ?? '' })
  if (isEdited)
    return (
      <EditComment
        pin={pin}
        comment={answer}
        pins={pins}
        label={t('compare.pins.edit_label', { number: pin.seq })}
        onDone={() => setEdited(false)}
      />
    )
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', fontSize: 13 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{answer.body}</Box>
        <Box sx={secondaryText}>{authorText(answer)}</Box>
      </Box>
      <CommentActions
        comment={answer}
        label={label}
        busy={pins.busy}
        onEdit={() => setEdited(true)}
        onRemove={async () => {
          const title = t('compare.pins.remove_answer_title')
          const body = t('compare.pins.remove_answer_body')
          if (await confirmDialog({ title, body, confirm: t('compare.pins.remove'), danger: true }))
            await pins.remove(pin.id, answer)
        }}
      />
    </Box>
  )
}

const AnswerForm = ({ pin, pins }: { pin: Pin; pins: Pins }) => {
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

const secondaryText = { fontSize: 12, color: 'text.secondary' } as const
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
