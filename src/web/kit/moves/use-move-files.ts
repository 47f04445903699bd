import { useEffect, useRef, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { AttachmentKind } from '#shared/kit/attachments.ts'
import { attachToAll } from '#web/kit/files/queue.ts'
import type { MoveFile } from './move-files'

/**
 * The files chosen for a move. `send` attaches those that are not attached yet to all records; unmounting aborts it.
 */
export const useMoveFiles = (area: Area, records: readonly number[]) => {
  const [chosen, setChosen] = useState<readonly MoveFile[]>([])
  const sent = useRef(new Set<File>()).current
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])
  const setPercent = (file: File, percent: number) =>
    setChosen((entries) => entries.map((entry) => (entry.file === file ? { ...entry, percent } : entry)))
  return {
    chosen,
    hasProblem: chosen.some(({ problem }) => problem),
    set: (kind: AttachmentKind, files: readonly MoveFile[]) =>
      setChosen((entries) => [...entries.filter((entry) => entry.kind !== kind), ...files]),
    send: async () => {
      control.current = new AbortController()
      const { signal } = control.current
      for (const { file, kind } of chosen) {
        if (sent.has(file)) continue
        await attachToAll(area, records, { file, kind }, signal, (percent) => setPercent(file, percent))
        sent.add(file)
      }
    },
  }
}
