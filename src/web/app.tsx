import { Authenticated, keys, Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { type SitePage, pages as sitePages } from '#areas/pages.ts'
import { worklistAreas } from '#areas/worklists.ts'
import { register } from '#register'
import type { Area, Action as Right } from '#shared/kit/area.ts'
import type { Subject } from '#shared/kit/roles.ts'
import { listName } from '#shared/kit/worklist.ts'
import { areaName, t, useLanguage } from './i18n'
import { listLabel, listTitle } from './kit/page/list-labels'
import { Draw } from './loading/preloadable'
import { ForbiddenPage } from './pages/forbidden'
import { LandingPage } from './pages/landing'
import { LogoutPage } from './pages/logout'
import { NotFoundPage } from './pages/not-found'
import { Trail } from './pages/trail'
import { accessControlProvider } from './providers/access-control'
import { auditLogProvider } from './providers/audit-log'
import { authProvider } from './providers/auth'
import { CanAccess, useCan } from './providers/can-access'
import { dataProvider } from './providers/data'
import { i18nProvider } from './providers/i18n'
import { notificationProvider } from './providers/notification'
import { can, loadPermission, mayImport, usePermission } from './providers/permission'
import { wantedPath } from './providers/redirect'
import { person, useSession } from './providers/session'
import { type Page, preloadScreen, screenOf } from './screens'
import { isUnder, landingGuess } from './shell/nav/navigation'
import { useFrameTitle } from './shell/page-title'
import { Shell } from './shell/shell'
import { screenOfPage } from './site-pages'

/**
 * The app for a signed-in person: Refine with the portal's providers; resources and routes are built from the register.
 */
export const Portal = () => {
  useLanguage()
  usePermission()
  const identity = useSession()
  // One client for each session, so that no cached data is passed on to the next person.
  const [queryClient] = useState(createQueryClient)
  useEffect(() => void queryClient.setQueryData(identityKey, identity), [queryClient, identity])
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      auditLogProvider={auditLogProvider}
      i18nProvider={i18nProvider}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      resources={resources}
      options={{
        disableTelemetry: true,
        syncWithLocation: false,
        // Forms have a guard of their own, which knows what changed; Refine's is reset when a save fails.
        warnWhenUnsavedChanges: false,
        disableRouteChangeHandler: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <Authenticated key="portal">
        <Trail />
        <Pages />
      </Authenticated>
    </Refine>
  )
}

/**
 * The routes. Of the areas, only those whose path matches the address are rendered, as there are many areas with five
 * pages each.
 */
const Pages = () => {
  const { pathname } = useLocation()
  return (
    <Routes>
      {[
        '/login',
        '/pages/auth/login',
        ...sitePages.filter((page) => page.for === 'guests').map(({ path }) => path),
      ].map((path) => (
        <Route key={path} path={path} element={<ToWanted />} />
      ))}
      <Route path="/logout" element={<LogoutPage />} />
      {openPages.filter(({ bare }) => bare).map(routeOf)}
      <Route element={<Shell />}>
        <Route index element={<LandingPage />} />
        {listed.filter(({ path = '' }) => isUnder(pathname, path)).flatMap(routesOf)}
        {openPages.filter(({ bare }) => !bare).map(routeOf)}
        <Route path="/pages/errors/error-404" element={<NotFoundPage />} />
        <Route path="*" element={<Navigate to="/pages/errors/error-404" replace />} />
      </Route>
    </Routes>
  )
}

/**
 * Prepares the first render: creates the enforcer of the subject and loads the page at the address. If loading the page
 * fails, the page itself shows the error.
 */
export const prepare = async (subject: Subject, address: string) => {
  await Promise.all([
    loadPermission(subject),
    preloadScreen(address === '/' ? landingGuess : address).catch(() => undefined),
  ])
}

/** The portal is rendered only with a session, so the results of Refine's auth queries are set in advance. */
const createQueryClient = () => {
  const client = new QueryClient({ defaultOptions: { queries } })
  client.setQueryDefaults(keys().auth().get(), { staleTime: Infinity })
  client.setQueryData(keys().auth().action('check').get(), { authenticated: true })
  client.setQueryData(identityKey, person())
  return client
}

const identityKey = keys().auth().action('identity').get()

// Failed reads are reported at once, with a button to retry. The previous page of a list stays visible until the next
// one is loaded.
const queries = { retry: false, refetchOnWindowFocus: false, placeholderData: keepPreviousData } as const

const areaPages = register.areas.filter(({ path }) => path !== undefined)

/** Areas with pages. Worklists have the same pages as their area, at their own path. */
const listed: readonly Area[] = [...areaPages, ...worklistAreas]

const resources = areaPages.map((area) => ({
  name: area.name,
  list: area.path ?? '',
  create: `${area.path}/new`,
  edit: `${area.path}/:id/edit`,
  show: `${area.path}/:id`,
}))

const routesOf = (area: Area) =>
  [
    { suffix: '', page: area.single ? 'show' : 'list', right: 'read' },
    { suffix: '/new', page: 'form', right: 'create' },
    { suffix: '/import', page: 'import', right: 'read' },
    { suffix: '/:id/edit', page: 'form', right: 'edit' },
    { suffix: '/:id', page: 'show', right: 'read' },
  ].map(({ suffix, page, right }) => (
    <Route
      key={listName(area) + suffix}
      path={area.path + suffix}
      element={<AreaPage key={listName(area)} area={area} page={page as Page} right={right as Right} />}
    />
  ))

const openPages = sitePages.filter((page) => page.for !== 'guests')

const routeOf = (page: SitePage) => <Route key={page.path} path={page.path} element={<OpenPage page={page} />} />

const OpenPage = ({ page }: { page: SitePage }) => (
  <CanAccess resource={`page:${page.path}`} action="open" fallback={<ForbiddenPage />}>
    <Draw page={screenOfPage(page)} with={{}} />
  </CanAccess>
)

interface AreaPageProps {
  area: Area
  page: Page
  right: Right
}

const AreaPage = (props: AreaPageProps) => {
  const { area, page, right } = props
  const { id } = useParams()
  const isAllowed = useCan(area.name, right)
  if (!isAllowed || !mayOpenList(area) || (page === 'import' && !mayImport(area))) return <ForbiddenPage />
  if (id !== undefined && !/^\d{1,15}$/.test(id)) return <NotFoundPage />
  return <AreaScreen key={id} {...props} id={id} />
}

/**
 * A component of its own, so that the document title is set only for pages that are allowed, and after the screen has
 * loaded the texts of the title.
 */
const AreaScreen = ({ area, page, id }: AreaPageProps & { id: string | undefined }) => {
  const Screen = use(screenOf(area, page).component())
  useFrameTitle(titleOf(area, page, id))
  return <Screen area={area} />
}

const mayOpenList = ({ path, worklist }: Area) => !worklist || can(`page:${path}`, 'open')

const titleOf = (area: Area, page: Page, id: string | undefined) => {
  if (page === 'form') return t(id ? 'shell.page.edit' : 'shell.page.new', { name: areaName(area, true) })
  if (page === 'import') return t('shell.page.import', { name: listLabel(area) })
  return id === undefined ? listTitle(area) : areaName(area, true)
}

/** Redirects signed-in people from guest pages to the page that they wanted. */
const ToWanted = () => <Navigate to={wantedPath(useLocation().search)} replace />
