import { useRef, useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { BulkResult } from '#shared/kit/wire/bulk.ts'
import { requestNoIn, sampleIdIn } from '#shared/trade/sample-address.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { stateLabel } from '#web/i18n.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { sampleRequests as area } from '../../area'
import { screenText } from '../texts'

/** A scanned sample that can be received; `fault` is the reason why receiving failed. */
export interface Arrival {
  record: AnyRecord
  fault?: string
}

/** Whether pieces of the sample are under way, including the rest of a partly received one. */
const isOnTheWay = ({ status = '', sent_qty, received_qty }: AnyRecord) =>
  status === 'dispatched' ||
  status === 'part_dispatched' ||
  (status === 'received' && Number(sent_qty) > Number(received_qty))

/** The scanned samples, the message about the last code, and receiving them. */
export const useArrivals = () => {
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  const [message, setMessage] = useState<{ text: string; isFault: boolean } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const now = useRef<readonly Arrival[]>([])
  const refresh = useRefresh()
  const setAll = (next: readonly Arrival[]) => {
    now.current = next
    setArrivals(next)
  }
  const refuse = (text: string) => setMessage({ text, isFault: true })

  /** Takes a code from a scanner, or a typed request number. */
  const scan = async (text: string) => {
    const [id, request_no] = [sampleIdIn(text), requestNoIn(text)]
    if (id === null && request_no === null) return refuse(screenText('scan.not_a_label', { text: text.slice(0, 80) }))
    try {
      const record =
        id === null ? await findByNumber(request_no ?? '') : await api<AnyRecord>('GET', `${area.name}/${id}`)
      if (!record) return refuse(screenText('scan.unknown', { text: request_no }))
      const name = String(record.request_no)
      const present = now.current.find((arrival) => arrival.record.id === record.id)
      if (present && !present.fault) return setMessage({ text: screenText('scan.twice', { name }), isFault: false })
      if (!isOnTheWay(record))
        return refuse(screenText('scan.not_on_the_way', { name, state: stateLabel(area, record.status ?? '') }))
      // A sample that could not be received is loaded again.
      setAll([{ record }, ...now.current.filter((arrival) => arrival !== present)])
      setMessage({ text: screenText('scan.added', { name }), isFault: false })
      // Vibrates, where the device supports it.
      navigator.vibrate?.(60)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refuse(error.statusCode === 404 ? screenText('scan.unknown', { text: text.slice(0, 80) }) : error.message)
    }
  }

  const remove = (id: number) => setAll(now.current.filter(({ record }) => record.id !== id))

  /** Receives all samples; those that fail stay in the list with the reason. */
  const receive = async (inputs: object) => {
    setBusy(true)
    try {
      const { results } = await api<{ results: BulkResult[] }>('POST', `${area.name}/bulk/moves/receive`, {
        body: { rows: now.current.map(({ record: { id, version } }) => ({ id, version })), ...inputs },
      })
      const failed = new Map(
        results.flatMap((result) => (result.ok ? [] : [[result.id, result.message ?? ''] as const])),
      )
      setAll(
        now.current.flatMap(({ record }) =>
          failed.has(record.id) ? [{ record, fault: failed.get(record.id) ?? '' }] : [],
        ),
      )
      setMessage(null)
      const count = results.length - failed.size
      if (count > 0) notify({ tone: 'success', text: screenText('scan.received', { count }) })
      await refresh()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return { arrivals, said: message, isBusy, scan, remove, receive }
}

const findByNumber = async (request_no: string): Promise<AnyRecord | undefined> => {
  const [record] = await api<AnyRecord[]>('GET', area.name, { params: { request_no, _start: '0', _end: '1' } })
  return record
}
