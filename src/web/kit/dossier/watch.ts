import type { Dossier } from '#shared/kit/wire/dossier.ts'
import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { HttpError } from '#web/providers/http-error.ts'
import { session } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'

/** Follows a dossier across pages, and tells when it is ready or has failed. After a reload the mail tells it. */
export const watchDossier = (id: number, changed: () => unknown) => {
  if (watched.has(id)) return
  watched.add(id)
  const owner = session()?.id
  const look = async () => {
    // Signed out, or somebody else is signed in now.
    if (session()?.id !== owner) return end()
    try {
      const dossier = await api<Dossier>('GET', `dossiers/${id}`)
      if (dossier.status === 'waiting' || dossier.status === 'making') return void setTimeout(look, pause)
      tell(dossier)
      changed()
      end()
    } catch (error) {
      // Cancelled; anything else may pass.
      if (error instanceof HttpError && error.statusCode === 404) return end()
      setTimeout(look, 5 * pause)
    }
  }
  const end = () => void watched.delete(id)
  setTimeout(look, pause)
}

const watched = new Set<number>()
const pause = 2000

const tell = (dossier: Dossier) => {
  const { title, status, problem } = dossier
  if (status === 'failed') return notify({ tone: 'danger', text: t('dossier.page.failed', { title, problem }) })
  notify({
    tone: 'success',
    text: t('dossier.page.ready', { title }),
    action: { label: t('dossier.page.download'), run: () => fetchDossier(dossier) },
  })
}

/** Saves the file: the browser fetches it by its signed address, so that it never is in the page's memory. */
export const fetchDossier = ({ url, name }: Pick<Dossier, 'url' | 'name'>) => {
  if (!url) return
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? ''
  link.click()
}
