import { useEffect, useState } from 'react'
import { call } from '#web/providers/call.ts'

/** The invited person, and whether registration is open. */
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

/** Fetches whether registration is open, and the invited person of a token. Throws HttpError. */
export const fetchRegistration = async (token = ''): Promise<Registration> => {
  const query = token ? `?${new URLSearchParams({ token })}` : ''
  const { data } = await call<{ data: Registration }>('GET', `/api/auth/registration${query}`)
  return data
}

/** Whether registration is open; false until the answer arrives. Requested after the form is rendered. */
export const useRegistrationOpen = (): boolean => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    const timer = setTimeout(async () => {
      const registration = await fetchRegistration().catch(() => null)
      if (!isUnmounted) setOpen(registration?.open ?? false)
    }, requestDelay)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [])
  return open
}

/** Milliseconds before the request, so that the form is rendered first. */
const requestDelay = 250
