import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useEntries } from '#web/pages/account/use-entries.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { isTooShort, least } from '../../rules'
import { type Attached, limits, withFiles, withRefusal } from './files'

/** The state of a report: entries, validation, and the upload with its progress. */
export const useReport = ({ page, onSent, onDirty }: ReportProps) => {
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [filesProblem, setFilesProblem] = useState<string>()
  const [share, setShare] = useState<number | null>(null)
  const [touchedFields, setTouchedFields] = useState<ReadonlySet<string>>(new Set())
  const form = useEntries({ category: 'bug', subject: '', message: '', page }, async (values) => {
    setFilesProblem(undefined)
    setShare(0)
    try {
      const answer = await send({ ...values, files }, setShare)
      form.clear()
      setFiles([])
      setTouchedFields(new Set())
      onSent(answer.data.ticket_no)
      notify({ tone: 'success', text: answer.message })
    } catch (error) {
      if (error instanceof HttpError && isAboutFiles(error)) {
        const message = error.errors?.files?.[0] ?? error.message
        const { list, at } = withRefusal(files, message)
        setFiles(list)
        setFilesProblem(at ? undefined : message)
      }
      throw error
    } finally {
      setShare(null)
    }
  })
  const { values } = form
  const isDirty = values.subject !== '' || values.message !== '' || files.length > 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const markLeft = (name: 'subject' | 'message') => () => setTouchedFields((now) => new Set([...now, name]))
  const isShort = (name: 'subject' | 'message') => isTooShort(name, values[name])
  const problemOf = (name: 'subject' | 'message') =>
    form.refusal(name) ??
    (touchedFields.has(name) && values[name] !== '' && isShort(name)
      ? t('messages.too_short', { min: least[name] })
      : undefined)
  const isReady = !isShort('subject') && !isShort('message') && files.every(({ problem }) => !problem)

  const addFiles = (more: File[]) => {
    const remaining = limits.files - files.length
    setFilesProblem(more.length > remaining ? t('members.report.too_many', { files: limits.files }) : undefined)
    setFiles(withFiles(files, more.slice(0, remaining)))
  }
  const removeFile = (id: number) => {
    setFilesProblem(undefined)
    setFiles((now) => now.filter((file) => file.id !== id))
  }
  return { form, files, filesProblem, share, isReady, problemOf, markLeft, addFiles, removeFile }
}

export interface ReportProps {
  /** The path of the previous page. */
  page: string
  onSent: (ticketNo: string) => void
  /** Called with whether there are unsent entries. */
  onDirty: (isDirty: boolean) => void
}

interface Report {
  category: string
  subject: string
  message: string
  page: string
  files: readonly Attached[]
}

const isAboutFiles = ({ statusCode, code, errors }: HttpError) =>
  errors?.files !== undefined || [413, 415].includes(statusCode) || code === 'empty_file'

const send = async ({ files, ...texts }: Report, onShare: (share: number) => void) => {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text.trim()) body.append(name, text.trim())
  for (const { file } of files) body.append('files', file)
  const { data } = await http.post<{ message: string; data: { ticket_no: string } }>('/api/help-support', body, {
    // No timeout: fifty megabytes over a slow connection take minutes.
    timeout: 0,
    onUploadProgress: ({ loaded, total }) => onShare(total ? loaded / total : 0),
  })
  return data
}
