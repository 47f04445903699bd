import { Navigate, Route, Routes, useLocation } from 'react-router'
import { pages } from '#areas/pages.ts'
import { Draw } from '#web/loading/preloadable.tsx'
import { loginPath } from '#web/providers/redirect.ts'
import { screenOfPage } from '#web/site-pages.tsx'
import { GuestFrame } from './guest-frame'
import { LoginPage } from './login'
import { NotFoundPage } from './not-found'

/** The routes for guests; a page of the portal redirects to signing in and back. */
export const Guest = () => (
  <Routes>
    <Route element={<GuestFrame />}>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/pages/auth/login" element={<LoginPage />} />
      <Route path="/pages/errors/error-404" element={<NotFoundPage />} />
      {guestPages.map((page) => (
        <Route key={page.path} path={page.path} element={<Draw page={screenOfPage(page)} with={{}} />} />
      ))}
    </Route>
    {pages.map(({ path, for: audience }) =>
      audience === 'members' ? <Route key={path} path={path} element={<ToLogin />} /> : null,
    )}
    <Route path="/pages/auth/*" element={<Navigate to="/pages/errors/error-404" replace />} />
    <Route path="/logout" element={<Navigate to="/login" replace />} />
    {['/', '/apps/*', '/app/*', '/pages/*', '/help/*'].map((path) => (
      <Route key={path} path={path} element={<ToLogin />} />
    ))}
    <Route path="*" element={<Navigate to="/pages/errors/error-404" replace />} />
  </Routes>
)

const guestPages = pages.filter((page) => page.for !== 'members')

const ToLogin = () => {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={loginPath(pathname + search + hash)} replace />
}
