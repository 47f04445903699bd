import { renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { session, signIn, signOut } from '#web/providers/session.ts'
import {
  flushSettings,
  followPerson,
  resetSettings,
  setDefaultSettings,
  setInitialSettings,
  setSettings,
  settingsNow,
  useSettings,
} from '#web/shell/settings/settings.ts'
import { initialSettings } from '#web/shell/settings/state.ts'
import { ada, answerCalls, token } from './kit'

const update = 'POST /api/auth/user/update'
const user = (shell: object) => ({ settings: { shell } })
const answers = (shell: object = {}) => ({
  'POST /api/auth/login': { body: { data: { token: token(), info: ada, user: user(shell) }, message: 'Welcome' } },
  'POST /api/auth/logout': { body: {} },
  [update]: { body: { data: { info: ada, user: user(shell) } } },
})
const enter = async (shell: object = {}) => {
  const calls = answerCalls(answers(shell))
  await signIn({ email: 'ada@example.test', password: 'secret', remember: true })
  followPerson(session())
  return calls
}
const leave = async () => {
  await signOut()
  followPerson(session())
}
const saved = (calls: { name: string; body: unknown }[]) =>
  calls.filter(({ name }) => name === update).map(({ body }) => body)

beforeAll(startTexts)
beforeEach(async () => {
  answerCalls(answers())
  await leave()
  sessionStorage.clear()
  setInitialSettings()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a guest chooses stays in the tab and is sent nowhere', async () => {
  const calls = answerCalls({})
  setDefaultSettings({ theme: { main: 'sunset' } })
  expect(settingsNow().theme.main).toBe('sunset')
  expect(JSON.parse(sessionStorage.getItem('shell') ?? '')).toEqual({ theme: { main: 'sunset' } })
  await flushSettings()
  expect(calls).toEqual([])
})

test('what somebody signed in chooses is saved on the account, once for several changes', async () => {
  const calls = await enter()
  vi.useFakeTimers()
  setDefaultSettings({ theme: { main: 'slate' } })
  setDefaultSettings({ titles: 'one' })
  expect(saved(calls)).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved(calls)).toEqual([{ user: { settings: { shell: { theme: { main: 'slate' }, titles: 'one' } } } }])
  expect(sessionStorage.getItem('shell')).toBeNull()
})

test('the settings of the account come with the sign-in, and go with the sign-out', async () => {
  setDefaultSettings({ theme: { main: 'beach' } })
  await enter({ theme: { main: 'deepOcean' }, layout: { style: 'layout2' } })
  expect(settingsNow()).toMatchObject({
    theme: { main: 'deepOcean', navbar: 'defaultDark' },
    layout: { style: 'layout2' },
  })
  await leave()
  expect(settingsNow()).toEqual(initialSettings)
  expect(sessionStorage.getItem('shell')).toBeNull()
})

test('what another machine changed arrives with the next answer, but never over what still waits to be saved', async () => {
  await enter()
  const person = session()
  const elsewhere = person && { ...person, data: { ...person.data, ...user({ theme: { main: 'tech' } }) } }
  followPerson(elsewhere)
  expect(settingsNow().theme.main).toBe('tech')
  setDefaultSettings({ theme: { main: 'greeny' } })
  followPerson(person)
  expect(settingsNow().theme.main).toBe('greeny')
})

test('an answer sent before a change does not take it back while the change is being saved', async () => {
  await enter()
  const before = session()
  setDefaultSettings({ theme: { main: 'greeny' } })
  const saving = flushSettings()
  followPerson(before)
  expect(settingsNow().theme.main).toBe('greeny')
  await saving
  followPerson(before && { ...before, data: { ...before.data, ...user({ theme: { main: 'tech' } }) } })
  expect(settingsNow().theme.main).toBe('tech')
})

test('what could not be saved is saved with the connection', async () => {
  const calls = await enter()
  const offline = answerCalls({})
  setDefaultSettings({ customScrollbars: false })
  await flushSettings()
  expect(saved(offline)).toHaveLength(1)
  expect(settingsNow().customScrollbars).toBe(false)
  const online = answerCalls(answers({ customScrollbars: false }))
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(saved(online)).toHaveLength(1))
  expect(saved(calls)).toEqual([])
})

test('a page of its own settings leaves nothing behind', () => {
  setDefaultSettings({ layout: { config: { navbar: { folded: true } } } })
  setSettings({ layout: { config: { toolbar: { display: false } } } })
  expect(settingsNow().layout.config.toolbar.display).toBe(false)
  resetSettings()
  expect(settingsNow().layout.config).toMatchObject({ toolbar: { display: true }, navbar: { folded: true } })
})

test('only what looks at a part is drawn again when it changes', () => {
  let drawn = 0
  renderHook(() => {
    drawn += 1
    return useSettings(({ layout }) => layout)
  })
  setDefaultSettings({ theme: { main: 'sunset' } })
  expect(drawn).toBe(1)
})
