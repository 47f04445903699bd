import { t } from '#web/i18n.ts'

/** A file attached to a report, and its error. */
export interface Attached {
  id: number
  file: File
  problem?: string
}

/** The server's limits: five files of ten megabytes each. */
export const limits = { files: 5, size: 10 * 1024 * 1024 }

/** Types offered by the file chooser; the server checks the content. */
export const accepted = '.png,.jpg,.jpeg,.webp,.gif,.pdf,.csv,.tsv,.txt,.log,.xlsx,.docx'

/** Appends files to the list, each with errors that can be detected before sending. */
export const withFiles = (list: readonly Attached[], files: readonly File[]): Attached[] => [
  ...list,
  ...files.map((file) => {
    const problem = problemOf(file)
    return { id: ++counter, file, ...(problem ? { problem } : {}) }
  }),
]

/** Assigns the server's message to the file that it names; `at` is false when it names none. */
export const withRefusal = (list: readonly Attached[], message: string): { list: Attached[]; at: boolean } => {
  const marked = list.map((attached) =>
    message.includes(attached.file.name) ? { ...attached, problem: message } : attached,
  )
  return { list: marked, at: marked.some((attached, index) => attached !== list[index]) }
}

/** A size in readable units. */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const problemOf = (file: File): string | undefined => {
  if (file.size > limits.size) return t('members.report.too_large', { max: limits.size / 1024 / 1024 })
  if (file.size === 0) return t('members.report.empty_file')
  const ending = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  return accepted.split(',').includes(ending) ? undefined : t('members.report.wrong_type')
}

let counter = 0
