import { Navigate } from 'react-router'
import { landingPath } from '#web/shell/nav/navigation.ts'

/** `/`: the purchase orders, else the first list of the menu that the role may open, else the list of all its pages. */
export const LandingPage = () => <Navigate to={landingPath() ?? '/pages/all'} replace />
