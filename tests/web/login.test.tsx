import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { LoginPage } from '#web/pages/login.tsx'
import { session, signOut } from '#web/providers/session.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { themeOf } from '#web/theme.ts'
import { ada, answerCalls, token } from './kit'

// The portal behind the sign-in page is not what is tried here.
vi.mock('#web/boot.tsx', () => ({ portal: { load: async () => ({ prepare: async () => undefined }) } }))

const Where = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const open = (address = '/login') =>
  render(
    <ThemeProvider theme={themeOf()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>
      <MessageBar />
    </ThemeProvider>,
  )
const email = () => screen.getByLabelText('Username/Email')
const password = () => screen.getByLabelText('Password')
const button = () => screen.getByRole('button', { name: 'Login' })

beforeAll(startTexts)
beforeEach(async () => {
  answerCalls({})
  await signOut()
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the card stands as the specification has it', () => {
  open()
  expect(screen.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Remember Me' })).toHaveProperty('checked', true)
  const forgot = screen.getByRole('link', { name: 'Forgot Password?' })
  expect(forgot.getAttribute('href')).toBe('/pages/auth/forgot-password-2')
})

test('Login waits for four characters in both fields, and each says so', async () => {
  const person = userEvent.setup()
  open()
  expect(button()).toHaveProperty('disabled', true)
  await person.type(email(), 'ada')
  await person.type(password(), 'abc')
  await person.tab()
  expect(screen.getAllByText('Min character length is 4')).toHaveLength(2)
  await person.type(email(), '@example.test')
  await person.type(password(), 'd')
  expect(screen.queryByText('Min character length is 4')).toBeNull()
  expect(button()).toHaveProperty('disabled', false)
})

test('a refusal stands at its field and in the message bar, and goes when the field is mended', async () => {
  const person = userEvent.setup()
  const body = { message: 'No such pair.', code: 'invalid', errors: { password: ['Check the password.'] } }
  answerCalls({ 'POST /api/auth/login': { status: 422, body } })
  open()
  await person.type(email(), 'ada@example.test')
  await person.type(password(), 'wrong one')
  await person.click(button())
  expect(await screen.findByText('Check the password.')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('No such pair.')
  await person.type(password(), '!')
  expect(screen.queryByText('Check the password.')).toBeNull()
})

test('signing in leads to the wanted page with its query', async () => {
  const person = userEvent.setup()
  const calls = answerCalls({
    'POST /api/auth/login': { body: { data: { token: token(), info: ada }, message: 'Logged in successfully' } },
  })
  open('/login?redirectUrl=%2Fapps%2Fports%3Fq%3Dsha')
  await person.type(email(), ' ada@example.test ')
  await person.type(password(), 'Portal-demo')
  await person.click(screen.getByRole('checkbox', { name: 'Remember Me' }))
  await person.click(button())
  await waitFor(() => expect(screen.getByText('/apps/ports?q=sha')).toBeTruthy())
  const request = calls.find(({ name }) => name === 'POST /api/auth/login')
  expect(request?.body).toEqual({ email: 'ada@example.test', password: 'Portal-demo', remember: false })
  expect(session()?.remember).toBe(false)
})

test('Register is offered once the API says that registration is open, and nobody waits for that', async () => {
  answerCalls({ 'GET /api/auth/registration': { body: { data: { open: true, invitation: null } } } })
  open()
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  expect((await screen.findByRole('link', { name: 'Create an account' })).getAttribute('href')).toBe('/register')
})

test('Register is not offered while registration is closed', async () => {
  const calls = answerCalls({ 'GET /api/auth/registration': { body: { data: { open: false, invitation: null } } } })
  open()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})

test('the address goes along to the page for a forgotten password', async () => {
  const person = userEvent.setup()
  open()
  await person.type(email(), 'ada@example.test')
  await person.click(screen.getByRole('link', { name: 'Forgot Password?' }))
  expect(screen.getByText('/pages/auth/forgot-password-2')).toBeTruthy()
})

test('a password manager finds its fields, and Enter sends', async () => {
  const person = userEvent.setup()
  const calls = answerCalls({
    'POST /api/auth/login': { body: { data: { token: token(), info: ada }, message: 'Logged in successfully' } },
  })
  open()
  expect(email().getAttribute('autocomplete')).toBe('username')
  expect(password().getAttribute('autocomplete')).toBe('current-password')
  await person.type(email(), 'ada@example.test')
  await person.click(password())
  await person.paste('Portal-demo')
  await person.keyboard('{Enter}{Enter}')
  await waitFor(() => expect(session()).not.toBeNull())
  expect(calls.filter(({ name }) => name === 'POST /api/auth/login')).toHaveLength(1)
})
