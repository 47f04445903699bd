import { useEffect, useState } from 'react'
import { call } from '#web/providers/call.ts'

/** Who is invited, and whether everybody may register. */
export interface Registration {
  open: boolean
  invitation: Invitation | null
}

export interface Invitation {
  email: string
  first_name: string
  last_name: string
  company: string | null
  role: string
  expired: boolean
}

/** Asks whether registration is open, and whom a token invites. Throws HttpError. */
export const fetchRegistration = async (token = ''): Promise<Registration> => {
  const query = token ? `?${new URLSearchParams({ token })}` : ''
  const { data } = await call<{ data: Registration }>('GET', `/api/auth/registration${query}`)
  return data
}

/** Whether everybody may register: asked once the form stands, for it comes first; closed until the answer says otherwise. */
export const useRegistrationOpen = (): boolean => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      const registration = await fetchRegistration().catch(() => null)
      if (!gone) setOpen(registration?.open ?? false)
    }, patience)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  return open
}

/** Milliseconds that the form has for itself. */
const patience = 250
