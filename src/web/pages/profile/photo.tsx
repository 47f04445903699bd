import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { type Person, type PersonAnswer, updatePerson } from '#web/providers/session.ts'
import { confirmDialog, notify } from '#web/shell/messages/messages.ts'
import { initialsOf } from '#web/shell/toolbar/user-photo.tsx'

/** The person's photo or initials, with buttons to replace or remove the photo. */
export const ProfilePhoto = ({ person }: { person: Person }) => {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { photoURL } = person.data

  const run = async (change: () => Promise<PersonAnswer>, messageKey: string) => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      updatePerson(await change())
      notify({ tone: 'success', text: t(messageKey) })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const text = error.errors?.photo?.[0] ?? error.message
      setProblem(text)
      notify({ tone: 'danger', text })
    } finally {
      setBusy(false)
    }
  }

  const upload = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxSize) return setProblem(t('members.profile.photo_too_large', { max: maxSize / 1024 / 1024 }))
    const body = new FormData()
    body.append('photo', file)
    void run(async () => (await http.post<PersonAnswer>('/api/auth/photo', body)).data, 'members.profile.photo_saved')
  }

  const remove = async () => {
    const isConfirmed = await confirmDialog({
      title: t('members.profile.photo_remove_title'),
      body: t('members.profile.photo_remove_body'),
      confirm: t('members.profile.photo_remove'),
      danger: true,
    })
    if (isConfirmed)
      await run(async () => (await http.delete<PersonAnswer>('/api/auth/photo')).data, 'members.profile.photo_removed')
  }

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
      <Avatar
        {...(photoURL ? { src: photoURL, alt: t('members.profile.photo_of', { name: person.name }) } : {})}
        sx={{ width: 72, height: 72, fontSize: 24, fontWeight: 600, bgcolor: '#192d3e', color: '#FFFFFF' }}
      >
        {initialsOf(person)}
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={t('members.profile.photo_choose')}
          onChange={(event) => {
            upload(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" disabled={busy} aria-busy={busy} onClick={() => input.current?.click()}>
            {t(photoURL ? 'members.profile.photo_change' : 'members.profile.photo_choose')}
          </Button>
          {photoURL ? (
            <Button disabled={busy} onClick={() => void remove()}>
              {t('members.profile.photo_remove')}
            </Button>
          ) : null}
        </Box>
        <Box
          role={problem ? 'alert' : undefined}
          sx={{ mt: 0.5, fontSize: 12, color: problem ? 'error.main' : 'text.secondary' }}
        >
          {problem ?? t('members.profile.photo_help')}
        </Box>
      </Box>
    </Box>
  )
}

/** Maximum bytes of a photo, as on the server. */
const maxSize = 5 * 1024 * 1024
