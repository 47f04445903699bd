import { ThemeProvider } from '@mui/material/styles'
import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import type { ComponentType, ReactNode } from 'react'
import { createBrowserRouter, Route, RouterProvider, Routes, useLocation } from 'react-router'
import type { Area } from '#shared/kit/area.ts'
import type { Role } from '#shared/kit/roles.ts'
import { loadAllAreas, loadPortalTexts, startTexts } from '#web/i18n.ts'
import { areaCards, areaGrid } from '#web/kit/list/rows.ts'
import { accessControlProvider } from '#web/providers/access-control.ts'
import { auditLogProvider } from '#web/providers/audit-log.ts'
import { dataProvider } from '#web/providers/data.ts'
import { http } from '#web/providers/http.ts'
import { loadPermission } from '#web/providers/permission.ts'
import { startSession } from '#web/providers/session.ts'
import { DialogHost } from '#web/shell/messages/dialog-host.tsx'
import { themeOf } from '#web/theme.ts'

/** One request as the API would see it. */
export interface Seen {
  method: string
  path: string
  params: URLSearchParams
  body: unknown
  key: string | undefined
}

/** What the API answers: a body, or a refusal with its status. */
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'no answer'

/** Signs in as a role, in English, at a desktop's width unless said otherwise. */
export const signIn = async (role: Role, width = 1280) => {
  Object.assign(window, { innerWidth: width, matchMedia: (query: string) => mediaOf(query, width) })
  Element.prototype.scrollTo = () => undefined
  localStorage.clear()
  sessionStorage.clear()
  const claims = btoa(JSON.stringify({ sub: 7, iat: 0, exp: 4_000_000_000 }))
  const info = {
    type: role,
    is_super_user: role === 'admin' ? 1 : 0,
    email: 'x@y.test',
    first_name: 'Ana',
    last_name: 'B',
  }
  localStorage.setItem('jwt_access_token', `x.${claims}.y`)
  localStorage.setItem('info', JSON.stringify({ ...info, supplier_id: null, company: null }))
  localStorage.setItem('role', role)
  localStorage.setItem('language', 'en')
  await startTexts()
  await loadPortalTexts()
  await loadAllAreas()
  await startSession()
  await loadPermission(role)
  // As before a list is opened, at any width: in a test, what suspends is not drawn again by itself.
  await Promise.all([areaGrid.load(), areaCards.load()])
}

/** The same, with what chooses a record loaded: when first drawn, and unbundled, it is too slow for a test to wait for. */
export const signInToChoose = async (role: Role) => {
  await import('#web/fields/reference-input.tsx')
  await signIn(role)
}

/** Lets `answer` be the API; returns what was asked, in order. */
export const answerWith = (answer: (seen: Seen) => Answer | undefined): Seen[] => {
  const all: Seen[] = []
  http.defaults.adapter = async (config) => {
    const url = new URL(config.url ?? '', 'http://portal.test')
    const params = new URLSearchParams([...url.searchParams, ...new URLSearchParams(config.params)])
    const seen = {
      method: (config.method ?? 'get').toUpperCase(),
      path: url.pathname.replace('/api/', ''),
      params,
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
      key: config.headers.get('Idempotency-Key')?.toString(),
    }
    all.push(seen)
    const answered = answer(seen) ?? usualAnswer(seen)
    if (answered === 'no answer') throw new AxiosError('Network Error', 'ERR_NETWORK', config)
    return settle(answered, config)
  }
  return all
}

const usualAnswer = ({ method, path }: Seen): Exclude<Answer, string> =>
  path.endsWith('/bulk/moves') ? { body: { rows: [], isExact: true, moves: [] } } : { body: method === 'GET' ? [] : {} }

/** Draws a screen at an address. `where()` says the address it has come to. */
export const draw = (screen: ReactNode, at: string, queries: object = {}) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, ...queries } } })
  const app = (
    <Refine
      dataProvider={dataProvider}
      accessControlProvider={accessControlProvider}
      auditLogProvider={auditLogProvider}
      routerProvider={routerProvider}
      options={{ disableTelemetry: true, disableRouteChangeHandler: true, reactQuery: { clientConfig: client } }}
    >
      <Place />
      {screen}
      <DialogHost />
    </Refine>
  )
  window.history.replaceState(null, '', at)
  const drawn = render(
    <ThemeProvider theme={themeOf()}>
      <RouterProvider router={createBrowserRouter([{ path: '*', element: app }])} />
    </ThemeProvider>,
  )
  const where = () => drawn.container.querySelector('[data-place]')?.getAttribute('data-place')
  return { ...drawn, user: userEvent.setup(), where }
}

/** Draws an area's page at its own address: of a record (`5`), its form (`5/edit`), or the form of a new one (`new`). */
export const drawPage = (area: Area, Page: ComponentType<{ area: Area }>, at: string, search = '') =>
  draw(
    <Routes>
      <Route path={`${area.path}/${at.replace(/^\d+/, ':id')}`} element={<Page area={area} />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    `${area.path}/${at}${search}`,
  )

function Place() {
  const { pathname, search } = useLocation()
  return <i data-place={pathname + search} />
}

const settle = (
  { status = 200, body = null, headers = {} }: Exclude<Answer, string>,
  config: InternalAxiosRequestConfig,
): AxiosResponse => {
  const response: AxiosResponse = { data: body, status, statusText: '', headers, config }
  if (status >= 400) throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, {}, response)
  return response
}

const mediaOf = (query: string, width: number) => {
  const min = Number(/min-width:\s*([\d.]+)px/.exec(query)?.[1] ?? 0)
  const max = Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? 1e6)
  return {
    matches: width >= min && width <= max,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
}
