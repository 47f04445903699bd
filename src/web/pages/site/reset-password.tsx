import { lazy } from 'react'
import { loadAllAreas } from '#web/i18n.ts'
import { ResetForm } from '#web/pages/account/reset-form.tsx'
import { session, useSession } from '#web/providers/session.ts'

/**
 * `/pages/auth/reset-password`: the card of the mailed link for a guest, the page Change Password for a signed-in
 * person.
 */
export const Page = () => (useSession() ? <ChangePassword /> : <ResetForm />)

/** Loads the texts of the signed-in variant. */
export const ready = async () => {
  if (session()) await Promise.all([loadAllAreas(), half()])
}

const half = () => import('#web/pages/account/change-password.tsx')
const ChangePassword = lazy(async () => {
  const [{ ChangePassword: page }] = await Promise.all([half(), loadAllAreas()])
  return { default: page }
})
