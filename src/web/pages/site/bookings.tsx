import { Navigate } from 'react-router'
import { listOf } from '#web/kit/page/area-of.ts'
import { LoginPage } from '#web/pages/login.tsx'
import { useSession } from '#web/providers/session.ts'

/** `/pages/auth/bookings`: the sign-in card, which continues to the bookings. */
export const Page = () => (useSession() ? <Navigate to={bookings} replace /> : <LoginPage wanted={bookings} />)

const bookings = listOf('bookings')
