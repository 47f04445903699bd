import { Navigate } from 'react-router'
import { landingPath } from '#web/shell/nav/navigation.ts'

/**
 * `/`: redirects to the purchase orders, else to the first list of the menu that the role may open, else to the page
 * with all pages.
 */
export const LandingPage = () => <Navigate to={landingPath() ?? '/pages/all'} replace />
