import { useEffect, useRef, useState } from 'react'
import { attachmentLimits } from '#shared/kit/attachments.ts'
import { type DocumentType, mostTitleText, proposeDocumentType } from '#shared/trade/document-types.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { problemOf } from '#web/kit/files/queue.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { shippingDocuments } from '../area'
import { attachByType } from './attach-by-type'
import { screenText } from './texts'
import type { TypedFile } from './typed-file'

/** Larger files are not read for a suggestion: they are scans, and phones have little memory. */
const maxReadBytes = 10 * 1024 * 1024

/** Files with suggested types, and a function that sends them all; each file shows its own error. */
export const useTypedFiles = (files: readonly File[], type: DocumentType | undefined, onDone: () => void) => {
  const [rows, setRows] = useState<readonly TypedFile[]>(() => files.map((file, id) => rowOf(file, id, type)))
  const [isSending, setSending] = useState(false)
  const refresh = useRefresh()
  const change = (id: number, changes: Partial<TypedFile>) =>
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  const first = useRef(rows)

  useEffect(() => {
    let isOver = false
    const suggestTypes = async () => {
      for (const { id, file, isReading } of first.current) {
        if (!isReading || isOver) continue
        const suggestion = await typeByText(file)
        if (isOver) return
        // A type that the user has chosen meanwhile stays.
        setRows((now) =>
          now.map((row) =>
            row.id === id
              ? { ...row, isReading: false, ...(row.type || !suggestion ? {} : { type: suggestion, by: 'text' }) }
              : row,
          ),
        )
      }
    }
    void suggestTypes()
    return () => {
      isOver = true
    }
  }, [])

  const send = async (booking: number) => {
    setSending(true)
    const failed = await attachByType(booking, rows, change)
    await refresh()
    setSending(false)
    if (failed > 0) return
    notify({ tone: 'success', text: screenText('add.done', { count: rows.length }) })
    onDone()
  }
  return { rows, isSending, change, send, leave: (id: number) => setRows((now) => now.filter((row) => row.id !== id)) }
}

const rowOf = (file: File, id: number, givenType: DocumentType | undefined): TypedFile => {
  const problem = problemOf(attachmentLimits(shippingDocuments), file)
  const proposed = givenType ?? proposeDocumentType(file.name)
  return {
    ...{ id, file, problem, type: proposed, by: proposed && !givenType ? 'name' : null },
    isReading: !proposed && !problem && /\.pdf$/i.test(file.name) && file.size <= maxReadBytes,
    ...{ percent: null, isDone: false },
  }
}

/** The document type by the text of a PDF; null when it has none or cannot be read. */
const typeByText = async (file: File): Promise<DocumentType | null> => {
  try {
    const { pdfText } = await import('#web/kit/files/pdf-library.ts')
    const text = await pdfText(new Uint8Array(await file.arrayBuffer()), mostTitleText)
    return proposeDocumentType('', text)
  } catch {
    return null
  }
}
