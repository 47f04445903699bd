import { type FormEvent, useRef, useState } from 'react'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { moveText } from '#web/kit/moves/move-text.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { purchaseOrders } from '../../area'
import type { OpenOrder } from '../open-order'
import type { ChangeDraft } from './use-change-draft'

/** Sends a change with its reason and comment. */
export const useChangeSubmit = (order: OpenOrder, draft: ChangeDraft, onDone: () => void) => {
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [comment, setComment] = useState('')
  const [overtaken, setOvertaken] = useState<OpenOrder | null>(null)
  const [isSending, setSending] = useState(false)
  const [key] = useState(freshKey)
  const reasonInput = useRef<HTMLInputElement>(null)
  const refresh = useRefresh()
  const { items, move, setRefusal } = draft
  const asks = purchaseOrders.lifecycle?.moves[move as 'revise']?.asks ?? {}
  const needsReason = 'reason_code' in asks
  const busy = isSending || draft.isResetting

  const send = () =>
    api('POST', `${purchaseOrders.name}/${order.id}/moves/${move}`, {
      body: {
        version: order.version,
        ...(needsReason ? { reason_code: reason } : {}),
        ...(comment.trim() ? { comment: comment.trim() } : {}),
        ...(items.length > 0
          ? {
              items: items.map(({ po_line_id, size_id, field, new_value }) => ({
                po_line_id,
                size_id,
                field,
                new_value,
              })),
            }
          : {}),
      },
      idempotencyKey: key,
    })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.obstacle !== null || draft.faults.size > 0 || busy) return
    if (needsReason && reason === '') {
      setReasonMissing(true)
      reasonInput.current?.focus()
      return
    }
    setSending(true)
    setRefusal(null)
    try {
      await send()
      await refresh()
      notify({
        tone: 'success',
        text: t('kit.moves.done', { title: order.po_no, move: moveText(purchaseOrders, move) }),
      })
      onDone()
    } catch (error) {
      setRefusal(error)
      setSending(false)
      if (!(error instanceof HttpError) || error.statusCode !== 409) return
      // The order has changed: shows the changes, and compares the entries with the current values.
      setOvertaken(order)
      await refresh()
    }
  }

  return {
    submit,
    busy,
    isDirty: reason !== '' || comment.trim() !== '',
    overtaken,
    reasons: needsReason ? (asks.reason_code?.options.values ?? []) : null,
    reason,
    isReasonMissing,
    reasonInput,
    chooseReason: (code: string) => {
      setReason(code)
      setReasonMissing(false)
    },
    comment,
    setComment,
  }
}

export type ChangeSubmit = ReturnType<typeof useChangeSubmit>
