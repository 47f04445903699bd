import { Navigate } from 'react-router'
import { areas } from '#areas/index.ts'
import type { Area } from '#shared/kit/area.ts'
import { LoginPage } from '#web/pages/login.tsx'
import { useSession } from '#web/providers/session.ts'

/** `/pages/auth/bookings`: the sign-in card on the way to the bookings, or to the start page while there are none. */
export const Page = () => (useSession() ? <Navigate to={bookings} replace /> : <LoginPage wanted={bookings} />)

const path = '/apps/shipping_management'
const bookings = areas.some((area: Area) => area.path === path) ? path : '/'
