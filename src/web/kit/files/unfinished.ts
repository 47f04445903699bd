import type { Area } from '#shared/kit/area.ts'
import { session } from '#web/providers/session.ts'

/** A file whose upload was interrupted; it resumes when the file is chosen again. */
export interface UnfinishedFile {
  key: string
  name: string
  size: number
}

/** Identifies a file when the same account chooses it again for the same record. */
export const fingerprintOf = (area: Area, record: number, { name, size, lastModified }: File) =>
  `${prefixOf(area, record)}${size} ${lastModified} ${name}`

const prefixOf = (area: Area, record: number) => `portal ${session()?.id ?? ''} ${area.name} ${record} `

/** The record's files whose uploads were interrupted on this device within the last day. Deletes older entries. */
export const unfinishedFiles = (area: Area, record: number): UnfinishedFile[] => {
  const prefix = tusPrefix + prefixOf(area, record)
  const files: UnfinishedFile[] = []
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
    const { creationTime = 0, metadata = {}, size = 0 } = parseUpload(localStorage.getItem(key))
    if (Date.now() - new Date(creationTime).getTime() > day) localStorage.removeItem(key)
    else files.push({ key, name: String(metadata.filename ?? ''), size })
  }
  return files
}

/** Deletes the entry of an interrupted upload; the parts on the server expire. */
export const forgetUnfinished = ({ key }: UnfinishedFile) => localStorage.removeItem(key)

/** Prefix of the keys under which tus-js-client stores uploads. */
const tusPrefix = 'tus::'
const day = 24 * 3600_000

interface StoredUpload {
  creationTime?: string | number
  metadata?: Record<string, string>
  size?: number
}

const parseUpload = (text: string | null): StoredUpload => {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}
