import type { Dossier } from '#shared/kit/wire/dossier.ts'
import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { HttpError } from '#web/providers/http-error.ts'
import { session } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'

/**
 * Polls a dossier across pages and shows a notice when it is ready or has failed. After a reload only the mail does.
 */
export const watchDossier = (id: number, changed: () => unknown) => {
  if (watched.has(id)) return
  watched.add(id)
  const owner = session()?.id
  const poll = async () => {
    // The person has signed out, or another person has signed in.
    if (session()?.id !== owner) return stop()
    try {
      const dossier = await api<Dossier>('GET', `dossiers/${id}`)
      if (dossier.status === 'waiting' || dossier.status === 'making') return void setTimeout(poll, pause)
      showOutcome(dossier)
      changed()
      stop()
    } catch (error) {
      // Not found means cancelled; after other errors polling continues.
      if (error instanceof HttpError && error.statusCode === 404) return stop()
      setTimeout(poll, 5 * pause)
    }
  }
  const stop = () => void watched.delete(id)
  setTimeout(poll, pause)
}

const watched = new Set<number>()
const pause = 2000

const showOutcome = (dossier: Dossier) => {
  const { title, status, problem } = dossier
  if (status === 'failed') return notify({ tone: 'danger', text: t('dossier.page.failed', { title, problem }) })
  notify({
    tone: 'success',
    text: t('dossier.page.ready', { title }),
    action: { label: t('dossier.page.download'), run: () => fetchDossier(dossier) },
  })
}

/** Downloads the file by its signed address, so that the page does not hold it in memory. */
export const fetchDossier = ({ url, name }: Pick<Dossier, 'url' | 'name'>) => {
  if (!url) return
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? ''
  link.click()
}
