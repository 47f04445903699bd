import { Navigate } from 'react-router'
import { landingPath } from '#web/shell/nav/navigation.ts'

/** `/`: the purchase orders, or the first list of the menu that the role may open, or else the list of all its pages. */
export const LandingPage = () => <Navigate to={landingPath() ?? '/pages/all'} replace />
