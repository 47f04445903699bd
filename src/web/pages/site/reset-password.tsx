import { lazy } from 'react'
import { loadMemberTexts } from '../../i18n'
import { session, useSession } from '../../providers/session'
import { ResetForm } from '../parts/reset-form'

/** `/pages/auth/reset-password`: for a guest the card of the mail, for somebody signed in the menu's Change Password. */
export const Page = () => (useSession() ? <ChangePassword /> : <ResetForm />)

/** The member's half brings its own texts. */
export const ready = async () => {
  if (session()) await Promise.all([loadMemberTexts(), half()])
}

const half = () => import('../parts/change-password')
const ChangePassword = lazy(async () => {
  const [{ ChangePassword: page }] = await Promise.all([half(), loadMemberTexts()])
  return { default: page }
})
