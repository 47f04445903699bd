import type { Area } from '#shared/kit/area.ts'
import { session } from '#web/providers/session.ts'

/** A file whose upload stopped, and that goes on when it is chosen again. */
export interface UnfinishedFile {
  key: string
  name: string
  size: number
}

/** What makes a file the same when it is chosen again for the same record by the same account. */
export const fingerprintOf = (area: Area, record: number, { name, size, lastModified }: File) =>
  `${prefixOf(area, record)}${size} ${lastModified} ${name}`

const prefixOf = (area: Area, record: number) => `portal ${session()?.id ?? ''} ${area.name} ${record} `

/** Files of the record whose uploads stopped on this device within the last day. */
export const unfinishedFiles = (area: Area, record: number): UnfinishedFile[] => {
  const prefix = stored + prefixOf(area, record)
  const files: UnfinishedFile[] = []
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
    const { creationTime = 0, metadata = {}, size = 0 } = parsed(localStorage.getItem(key))
    if (Date.now() - new Date(creationTime).getTime() > aDay) localStorage.removeItem(key)
    else files.push({ key, name: String(metadata.filename ?? ''), size })
  }
  return files
}

/** Forgets an upload that stopped; what is on the server expires. */
export const forgetUnfinished = ({ key }: UnfinishedFile) => localStorage.removeItem(key)

/** Where tus-js-client keeps the addresses of uploads. */
const stored = 'tus::'
const aDay = 24 * 3600_000

interface StoredUpload {
  creationTime?: string | number
  metadata?: Record<string, string>
  size?: number
}

const parsed = (text: string | null): StoredUpload => {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}
