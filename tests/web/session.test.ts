import { renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage, startTexts } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http-error.ts'
import {
  confirmSession,
  handleUnauthorized,
  saveUser,
  session,
  signIn,
  signOut,
  startSession,
} from '#web/providers/session.ts'
import { readStored } from '#web/providers/session-store.ts'
import { dismiss, useMessage } from '#web/shell/messages/messages.ts'
import { ada, answerCalls, token } from './kit'

const keys = ['role', 'info', 'first_name', 'full_name', 'last_name', 'is_super_user', 'jwt_access_token']
const renewal = 'GET /api/auth/access-token'
const notice = () => renderHook(() => useMessage()).result.current?.text
const stored = (storage: Storage) => keys.filter((key) => storage.getItem(key) !== null)
const store = (storage: Storage, kept: string) => {
  storage.setItem('jwt_access_token', kept)
  storage.setItem('role', 'Office')
  storage.setItem('info', JSON.stringify(ada))
}
const signedIn = (kept = token()) => ({ body: { data: { token: kept, info: ada }, message: 'Logged in successfully' } })

beforeAll(startTexts)
beforeEach(async () => {
  answerCalls({})
  await signOut()
  localStorage.clear()
  sessionStorage.clear()
  dismiss()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('at the start', () => {
  test('a valid token signs in at once, and is confirmed and renewed without a notice', async () => {
    const renewed = token({ mark: 'renewed' })
    const calls = answerCalls({ [renewal]: signedIn(renewed) })
    store(localStorage, token())
    await startSession()
    expect(session()).toMatchObject({ id: 7, role: 'Office', name: 'Ada Okafor', remember: true })
    const before = notice()
    await confirmSession()
    expect(notice()).toBe(before)
    expect(calls.map(({ name }) => name)).toEqual([renewal])
    expect(localStorage.getItem('jwt_access_token')).toBe(renewed)
  })

  test('an expired token is cleared and announced', async () => {
    store(localStorage, token({ exp: Math.floor(Date.now() / 1000) - 1 }))
    await startSession()
    expect(session()).toBeNull()
    expect(notice()).toBe('access_token expired')
    expect(stored(localStorage)).toEqual([])
  })

  test('no token: nothing happens', async () => {
    const calls = answerCalls({})
    await startSession()
    expect([session(), notice(), calls]).toEqual([null, undefined, []])
  })

  test('a token that is none is cleared and announced', async () => {
    store(sessionStorage, 'not a token')
    await startSession()
    expect(session()).toBeNull()
    expect(notice()).toBe('Failed to login with token.')
    expect(stored(sessionStorage)).toEqual([])
  })

  test('a token whose person is unknown here asks the API who it is', async () => {
    answerCalls({ [renewal]: signedIn() })
    localStorage.setItem('jwt_access_token', token())
    await startSession()
    expect(session()?.role).toBe('Office')
    expect(stored(localStorage)).toEqual(keys)
  })

  test('a role that somebody wrote into the storage is not believed', async () => {
    answerCalls({ [renewal]: signedIn() })
    store(localStorage, token())
    localStorage.setItem('role', 'admin')
    await startSession()
    expect(session()?.role).toBe('Office')
  })

  test('a token that the API refuses ends the session', async () => {
    answerCalls({ [renewal]: { status: 401, body: { message: 'Invalid access_token', code: 'invalid_token' } } })
    store(localStorage, token())
    await startSession()
    await confirmSession()
    expect(session()).toBeNull()
    expect(notice()).toBe('Invalid access_token')
    expect(stored(localStorage)).toEqual([])
  })

  test('without an answer the session goes on', async () => {
    store(localStorage, token())
    await startSession()
    await confirmSession()
    expect(session()?.role).toBe('Office')
  })
})

describe('signing in', () => {
  const entry = { email: 'ada@example.test', password: 'secret', remember: true }
  const login = 'POST /api/auth/login'

  test('Remember Me keeps every key in local storage, else in this tab', async () => {
    answerCalls({ [login]: signedIn() })
    await signIn(entry)
    expect([stored(localStorage), stored(sessionStorage)]).toEqual([keys, []])
    expect(localStorage.getItem('role')).toBe('Office')
    expect(notice()).toBe('Logged in successfully')
    await signIn({ ...entry, remember: false })
    expect([stored(localStorage), stored(sessionStorage)]).toEqual([[], keys])
  })

  describe('and the language', () => {
    const spoken = () => document.documentElement.lang
    const inLanguage = (language: 'en' | 'zh' | null) => ({
      body: { data: { token: token(), info: ada, user: { language } }, message: 'Logged in successfully' },
    })
    const leave = async () => {
      await signOut()
      await vi.waitFor(() => expect(localStorage.getItem('language')).toBeNull())
    }
    beforeEach(() => vi.stubGlobal('navigator', { ...navigator, languages: ['en-GB'] }))
    afterEach(() => setLanguage(null))

    test('is the account’s, until the person signs out', async () => {
      answerCalls({ [login]: inLanguage('zh') })
      await signIn(entry)
      expect([spoken(), localStorage.getItem('language')]).toEqual(['zh-Hans', 'zh'])
      await leave()
      await vi.waitFor(() => expect(spoken()).toBe('en'))
    })

    test('that somebody chose meanwhile is not spoken to the next person', async () => {
      answerCalls({ [login]: inLanguage(null) })
      await signIn(entry)
      await setLanguage('zh')
      handleUnauthorized(session()?.token)
      await vi.waitFor(() => expect(spoken()).toBe('en'))
      expect(localStorage.getItem('language')).toBeNull()
    })

    test('that was chosen at the sign-in goes before the account’s, and is spoken there again', async () => {
      await setLanguage('zh')
      expect(localStorage.getItem('language')).toBeNull()
      answerCalls({ [login]: inLanguage('en') })
      await signIn(entry)
      expect(spoken()).toBe('zh-Hans')
      await leave()
      await new Promise((resolve) => setTimeout(resolve))
      expect(spoken()).toBe('zh-Hans')
    })

    test('that is chosen while signed in replaces what was chosen before', async () => {
      await setLanguage('zh')
      answerCalls({ [login]: inLanguage(null) })
      await signIn(entry)
      await setLanguage('en')
      await leave()
      await new Promise((resolve) => setTimeout(resolve))
      expect([spoken(), sessionStorage.getItem('language')]).toEqual(['en', null])
    })
  })

  test('is_super_user makes an admin', async () => {
    const body = { data: { token: token(), info: { ...ada, is_super_user: 1 } }, message: 'Logged in successfully' }
    answerCalls({ [login]: { body } })
    expect((await signIn(entry)).role).toBe('admin')
  })

  test('a refusal names its field and leaves nothing behind', async () => {
    const body = { message: 'They do not match.', code: 'invalid', errors: { password: ['They do not match.'] } }
    answerCalls({ [login]: { status: 422, body } })
    const error = await signIn(entry).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ statusCode: 422, errors: body.errors, message: body.message })
    expect([session(), stored(localStorage)]).toEqual([null, []])
  })

  test('an account without a role stays outside', async () => {
    const body = { data: { token: token(), info: { ...ada, type: 'visitor' } }, message: 'Logged in successfully' }
    answerCalls({ [login]: { body } })
    await expect(signIn(entry)).rejects.toThrow('This account has no role yet')
    expect([session(), stored(localStorage)]).toEqual([null, []])
  })
})

describe('while signed in', () => {
  test('many refusals of one token end the session once', async () => {
    const kept = token()
    store(localStorage, kept)
    await startSession()
    handleUnauthorized(kept)
    expect(notice()).toBe('Invalid access_token')
    dismiss()
    handleUnauthorized(kept)
    expect([session(), notice()]).toEqual([null, undefined])
  })

  test('a late refusal of an older token ends nothing', async () => {
    store(localStorage, token())
    await startSession()
    handleUnauthorized(token({ mark: 'older' }))
    expect(session()).not.toBeNull()
  })

  test('the token is renewed before it expires, and the session ends when it does', async () => {
    vi.useFakeTimers()
    const now = Math.floor(Date.now() / 1000)
    const renewed = token({ iat: now, exp: now + 3600 })
    answerCalls({ [renewal]: signedIn(renewed) })
    store(sessionStorage, token({ iat: now - 3000, exp: now + 400 }))
    await startSession()
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    expect(sessionStorage.getItem('jwt_access_token')).toBe(renewed)
    answerCalls({})
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect([session(), notice()]).toEqual([null, 'access_token expired'])
  })

  describe('in a tab of its own beside others that remember theirs', () => {
    const theirs = token({ mark: 'remembered' })
    const begin = async () => {
      store(localStorage, theirs)
      const own = token({ mark: 'own' })
      store(sessionStorage, own)
      await startSession()
      return own
    }

    test('the renewal of the token leaves them signed in', async () => {
      const renewed = token({ mark: 'renewed' })
      answerCalls({ [renewal]: signedIn(renewed) })
      await begin()
      await confirmSession()
      expect(sessionStorage.getItem('jwt_access_token')).toBe(renewed)
      expect(localStorage.getItem('jwt_access_token')).toBe(theirs)
    })

    test('what is saved on the account leaves them signed in', async () => {
      answerCalls({ 'POST /api/auth/user/update': { body: { data: { info: ada, user: {} }, message: '' } } })
      await begin()
      await saveUser({ settings: { 'list:seasons': {} } })
      expect(localStorage.getItem('jwt_access_token')).toBe(theirs)
    })

    test('the end of the session leaves them signed in', async () => {
      handleUnauthorized(await begin())
      expect([session(), stored(sessionStorage)]).toEqual([null, []])
      expect(localStorage.getItem('jwt_access_token')).toBe(theirs)
    })
  })

  test('signing out ends the session here and at the API', async () => {
    store(localStorage, token())
    await startSession()
    const calls = answerCalls({ 'POST /api/auth/logout': { body: { data: null, message: '' } } })
    const left = signOut()
    expect(stored(localStorage)).toEqual([])
    await left
    expect(session()).toBeNull()
    expect(calls.map(({ name }) => name)).toEqual(['POST /api/auth/logout'])
  })
})

describe('what is saved on the account', () => {
  const update = 'POST /api/auth/user/update'
  const kept = { body: { data: { info: ada, user: {} }, message: '' } }
  const languagesIn = (calls: { name: string; body: unknown }[]) =>
    calls
      .filter(({ name }) => name === update)
      .map(({ body }) => (body as { user: { language: string } }).user.language)

  /** Answers these calls, as the API answers now, only when told, one after the other. */
  const holdAnswers = (to = '/user/update') => {
    const waiting: (() => void)[] = []
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const answer = await answering(url, init)
      if (url.endsWith(to)) await new Promise<void>((resolve) => waiting.push(resolve))
      return answer
    })
    return waiting
  }

  test('goes one after the other: what was chosen last is what stays', async () => {
    store(localStorage, token())
    await startSession()
    const calls = answerCalls({ [update]: kept })
    const waiting = holdAnswers()
    const saved = [saveUser({ language: 'zh' }), saveUser({ language: 'en' })]
    await expect.poll(() => waiting.length).toBe(1)
    expect(languagesIn(calls)).toEqual(['zh'])
    waiting[0]?.()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    await Promise.all(saved)
    expect(languagesIn(calls)).toEqual(['zh', 'en'])
  })

  test('stores no session again where it is answered while the person signs out', async () => {
    store(localStorage, token())
    await startSession()
    answerCalls({ [update]: kept, 'POST /api/auth/logout': { body: { data: null, message: '' } } })
    const waiting = holdAnswers()
    const saved = saveUser({ language: 'zh' })
    await expect.poll(() => waiting.length).toBe(1)
    const left = signOut()
    waiting[0]?.()
    await saved
    expect(stored(localStorage)).toEqual([])
    await left
    expect([session(), stored(localStorage)]).toEqual([null, []])
  })
  const known = (language: 'en' | 'zh', shortcuts: string[]) => ({
    language,
    shortcuts,
    settings: { shell: { language } },
  })
  const answering = (saved: ReturnType<typeof known>, renewedTo: string, read: ReturnType<typeof known>) =>
    answerCalls({
      [renewal]: { body: { data: { token: renewedTo, info: ada, user: read }, message: '' } },
      [update]: { body: { data: { info: { ...ada, first_name: 'Adaeze' }, user: saved }, message: '' } },
    })

  test('is not taken back by a renewal that was asked before and answers after', async () => {
    store(localStorage, token())
    await startSession()
    const renewed = token({ mark: 'renewed' })
    answering(known('zh', ['seasons']), renewed, known('en', []))
    const waiting = holdAnswers('/access-token')
    const confirmed = confirmSession()
    await expect.poll(() => waiting.length).toBe(1)
    await saveUser({ language: 'zh' })
    waiting[0]?.()
    await confirmed
    const saved = { name: 'Adaeze Okafor', data: known('zh', ['seasons']) }
    expect(session()).toMatchObject({ token: renewed, ...saved })
    const again = readStored()
    expect(again.state === 'usable' && again.session).toMatchObject({ token: renewed, ...saved })
  })

  test('is followed by what a renewal that was asked after it knows', async () => {
    store(localStorage, token())
    await startSession()
    answering(known('zh', []), token({ mark: 'renewed' }), known('en', ['seasons']))
    await saveUser({ language: 'zh' })
    await confirmSession()
    expect(session()).toMatchObject({ name: 'Ada Okafor', data: known('en', ['seasons']) })
  })
})
