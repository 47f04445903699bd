import type { AnyRecord } from '#shared/kit/area.ts'
import { sendPhoto } from '#web/kit/files/travelling-photo.ts'
import { api, HttpError } from '#web/providers/http.ts'
import { qaActivities as area } from '../../area'
import { conflictWith, resolved } from './conflicts'
import { isEdited } from './differences'
import { editOf, isClosedBy, takenOver } from './sending'
import { forgetPhoto, readPhoto } from './store'
import type { Work } from './work'

/**
 * Completes the inspection. Returns `again` when the record has a newer version without conflicts, with which the caller
 * retries; the record when another user has ended the inspection; and `done` also when only the response was lost.
 */
export const completeInspection = async (
  current: () => Work,
  store: (work: Work) => Promise<void>,
): Promise<'done' | 'again' | AnyRecord> => {
  const { activity, version, closing } = current()
  try {
    await api('POST', `${area.name}/${activity}/moves/complete`, { body: { ...closing, version } })
    return 'done'
  } catch (failure) {
    if (!(failure instanceof HttpError) || failure.statusCode !== 409) throw failure
    const record = await api<AnyRecord>('GET', `${area.name}/${activity}`)
    if (record.status === 'completed' && isClosedBy(current(), record)) return 'done'
    if (record.status !== 'in_progress') return record
    if (record.version === version) throw failure
    const isCompatible = conflictWith(current(), record) === 'none'
    await store(resolved(current(), record, isCompatible ? 'mine' : 'both'))
    if (isCompatible) return 'again'
    // The user must look at the defects of the other user first.
    throw failure
  }
}

/** Sends entries and photos until nothing is left. Stops at a conflict and returns it with the newer record. */
export const sendEntries = async (
  current: () => Work,
  store: (work: Work) => Promise<void>,
): Promise<{ conflict: 'conflict' | 'over'; record: AnyRecord } | null> => {
  const { activity } = current()
  for (let tries = 0; isEdited(current()) && tries < 5; tries += 1) {
    const sent = current()
    try {
      const record = await api<AnyRecord>('PATCH', `${area.name}/${activity}`, { body: editOf(sent) })
      await store(takenOver(current(), sent, record))
    } catch (failure) {
      if (!(failure instanceof HttpError) || failure.statusCode !== 409) throw failure
      const record = await api<AnyRecord>('GET', `${area.name}/${activity}`)
      const conflict = conflictWith(current(), record)
      if (conflict !== 'none') return { conflict: conflict === 'over' ? 'over' : 'conflict', record }
      await store(resolved(current(), record, 'mine'))
    }
  }
  for (const { key, name, isSent } of current().photos) {
    if (isSent) continue
    const photo = await readPhoto(activity, key)
    if (photo) await sendPhoto(area, activity, new File([photo], name, { type: photo.type }), key)
    const after = current()
    await store({
      ...after,
      photos: after.photos.map((entry) => (entry.key === key ? { ...entry, isSent: true } : entry)),
    })
    await forgetPhoto(activity, key)
  }
  return null
}
