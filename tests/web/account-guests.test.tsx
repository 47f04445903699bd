import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage, startTexts } from '#web/i18n.ts'
import { Page as Forgot } from '#web/pages/site/forgot-password-2.tsx'
import { Page as MailConfirm } from '#web/pages/site/mail-confirm.tsx'
import { Page as Register } from '#web/pages/site/register.tsx'
import { Page as Reset } from '#web/pages/site/reset.tsx'
import { session, signOut } from '#web/providers/session.ts'
import { dismiss } from '#web/shell/messages/messages.ts'
import { beneath, button, input, openGuestPage } from './account-kit'
import { ada, answerCalls, token } from './kit'

// The portal behind the sign-in is not what is tried here.
vi.mock('#web/boot.tsx', () => ({ portal: { load: async () => ({ prepare: async () => undefined }) } }))

beforeAll(startTexts)
beforeEach(async () => {
  answerCalls({})
  await signOut()
  localStorage.clear()
  dismiss()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('RESET YOUR PASSWORD', () => {
  const call = 'POST /api/reset-password'
  const open = () => openGuestPage(<Reset />, '/pages/auth/reset?token=abc')
  const fill = async (email: string, password: string, again: string) => {
    const person = open()
    await person.type(input('Email'), email)
    if (password) await person.type(input('New Password'), password)
    if (again) await person.type(input('New Password (Confirm)'), again)
    return person
  }

  test('stands as the specification has it', () => {
    open()
    expect(screen.getByRole('heading', { name: 'RESET YOUR PASSWORD' })).toBeTruthy()
    expect(button('RESET MY PASSWORD').disabled).toBe(true)
    expect(input('New Password').type).toBe('password')
    expect(input('New Password').autocomplete).toBe('new-password')
    expect(input('Email').autocomplete).toBe('username')
    const back = screen.getByRole('link', { name: 'Go back to login' })
    expect(back.getAttribute('href')).toBe('/login?redirectUrl=%2Fpages%2Fauth%2Freset')
  })

  test.each([
    ['a@b.c', 'abcd', 'abcd', true],
    ['a@b.c', 'abcd', 'abce', false],
    ['a@b.c', 'abc', 'abc', false],
    ['a@b.c', 'abcd', '', false],
    ['a@b.c', '', 'abcd', false],
    [' ', 'abcd', 'abcd', false],
  ])('with %o, %o and %o its button is enabled: %s', async (email, password, again, enabled) => {
    await fill(email, password, again)
    expect(button('RESET MY PASSWORD').disabled).toBe(!enabled)
  })

  test('sends the token of the address, says so, and keeps nothing of the password', async () => {
    const calls = answerCalls({ [call]: { body: { message: 'Your password is set.' } } })
    const person = await fill(' ada@example.test', 'correct horse', 'correct horse')
    await person.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeTruthy()
    expect(calls.map(({ name, body }) => [name, body])).toEqual([
      [call, { email: 'ada@example.test', password: 'correct horse', confirm_password: 'correct horse', token: 'abc' }],
    ])
    expect(screen.getByRole('status').textContent).toContain('Your password is set.')
    expect(document.querySelector('input')).toBeNull()
    await person.click(screen.getByRole('link', { name: 'Login' }))
    expect(screen.getByText('/login {"email":"ada@example.test"}')).toBeTruthy()
  })

  test('a refusal stands at its field and in the message bar, and nothing that was typed is lost', async () => {
    const errors = { password: ['This password is among the most common.'] }
    answerCalls({ [call]: { status: 422, body: { message: 'Please check.', code: 'invalid', errors } } })
    const person = await fill('ada@example.test', 'password1', 'password1')
    await person.click(button('RESET MY PASSWORD'))
    await waitFor(() => expect(beneath('New Password')).toBe('This password is among the most common.'))
    expect(input('New Password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Please check.')).toBeTruthy()
    expect([input('Email').value, input('New Password (Confirm)').value]).toEqual(['ada@example.test', 'password1'])
    await waitFor(() => expect(document.activeElement).toBe(input('New Password')))
  })

  test('a spent link leads to a new one, with the address kept', async () => {
    const errors = { token: ['This link was used already.'] }
    answerCalls({ [call]: { status: 422, body: { message: 'Not valid.', code: 'invalid', errors } } })
    const person = await fill('ada@example.test', 'correct horse', 'correct horse')
    await person.click(button('RESET MY PASSWORD'))
    expect(await screen.findByText(/This link was used already\./)).toBeTruthy()
    await person.click(screen.getByRole('link', { name: 'Request a link' }))
    expect(screen.getByText('/pages/auth/forgot-password {"email":"ada@example.test"}')).toBeTruthy()
  })

  test('without a token it says where one comes from', () => {
    openGuestPage(<Reset />, '/pages/auth/reset')
    expect(screen.getByText(/Open this page from the link in our mail\./)).toBeTruthy()
  })

  test('is sent once, however often it is clicked', async () => {
    const calls = answerCalls({ [call]: { body: { message: 'Done.' } } })
    const person = await fill('ada@example.test', 'correct horse', 'correct horse')
    await person.dblClick(button('RESET MY PASSWORD'))
    await screen.findByRole('heading', { name: 'Your password is changed' })
    expect(calls).toHaveLength(1)
  })

  test('shows the password to whoever wants to see it', async () => {
    const person = await fill('a@b.c', 'correct horse', '')
    await person.click(screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement)
    expect(input('New Password').type).toBe('text')
    expect(screen.getAllByRole('button', { name: 'Hide password' })).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  test('is asked for with the address from the sign-in card, and says what happens next', async () => {
    const calls = answerCalls({ 'POST /api/reset-password-request': { body: { message: 'A mail is on its way.' } } })
    const person = openGuestPage(<Forgot />, '/pages/auth/forgot-password-2', { email: 'ada@example.test' })
    expect(input('Email').value).toBe('ada@example.test')
    await person.click(button('Send the link'))
    expect(await screen.findByText('A mail is on its way.')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@example.test' }])
    await person.click(button('Send again or use another address'))
    expect(input('Email').value).toBe('ada@example.test')
  })

  test('needs what can be an address', async () => {
    const person = openGuestPage(<Forgot />, '/pages/auth/forgot-password-2')
    await person.type(input('Email'), 'ada@example')
    expect(button('Send the link').disabled).toBe(true)
    await person.type(input('Email'), '.test')
    expect(button('Send the link').disabled).toBe(false)
  })

  test('too often says so and keeps the address', async () => {
    answerCalls({ 'POST /api/reset-password-request': { status: 429, body: { message: 'Please wait a minute.' } } })
    const person = openGuestPage(<Forgot />, '/pages/auth/forgot-password-2', { email: 'ada@example.test' })
    await person.click(button('Send the link'))
    expect(await screen.findByText('Please wait a minute.')).toBeTruthy()
    expect(input('Email').value).toBe('ada@example.test')
  })
})

describe('registration', () => {
  const answerOf = (open: boolean, invitation: object | null) => ({ body: { data: { open, invitation } } })
  const jing = { email: 'jing@bwk.example', first_name: 'Jing', last_name: 'Luo', company: 'BWK', role: 'staff' }

  test('is closed, and says who can help', async () => {
    answerCalls({ 'GET /api/auth/registration': answerOf(false, null) })
    openGuestPage(<Register />, '/register')
    expect(await screen.findByRole('heading', { name: 'Registration is by invitation' })).toBeTruthy()
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test.each([
    ['that expired', { ...jing, expired: true }, 'This invitation has expired'],
    ['that nobody sent', null, 'This invitation is no longer valid'],
  ])('with an invitation %s says so', async (_what, invitation, title) => {
    answerCalls({ 'GET /api/auth/registration?token=t1': answerOf(false, invitation) })
    openGuestPage(<Register />, '/register?token=t1')
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('asks for the name in the order of the language: in Chinese the family name first', async () => {
    const order = async () => {
      answerCalls({ 'GET /api/auth/registration': answerOf(true, null) })
      openGuestPage(<Register />, '/register')
      const inputs = await screen.findAllByRole<HTMLInputElement>('textbox')
      return inputs.slice(0, 2).map(({ name }) => name)
    }
    expect(await order()).toEqual(['first_name', 'last_name'])
    cleanup()
    await setLanguage('zh')
    expect(await order()).toEqual(['last_name', 'first_name'])
    await setLanguage('en')
  })

  test('by invitation knows the person, keeps the address, and signs in at once', async () => {
    const calls = answerCalls({
      'GET /api/auth/registration?token=t1': answerOf(false, { ...jing, expired: false }),
      'POST /api/auth/register': { body: { data: { token: token(), info: ada }, message: 'Logged in successfully' } },
    })
    const person = openGuestPage(<Register />, '/register?token=t1')
    expect(await screen.findByText(/You are invited for BWK as: Supplier staff\./)).toBeTruthy()
    expect([input('First name').value, input('Last name').value]).toEqual(['Jing', 'Luo'])
    expect(input('Email').readOnly).toBe(true)
    await person.type(input('Password'), 'correct horse')
    expect(button('Create account').disabled).toBe(true)
    await person.type(input('Password (confirm)'), 'correct horse')
    await person.click(button('Create account'))
    await waitFor(() => expect(session()?.info.email).toBe('ada@example.test'))
    expect(calls.at(-1)?.body).toEqual({
      first_name: 'Jing',
      last_name: 'Luo',
      email: 'jing@bwk.example',
      password: 'correct horse',
      confirm_password: 'correct horse',
      token: 't1',
    })
    expect(await screen.findByText('/ null')).toBeTruthy()
  })

  test('open to all sends a mail and says what to do next', async () => {
    const calls = answerCalls({
      'GET /api/auth/registration': answerOf(true, null),
      'POST /api/auth/register': { body: { data: null, message: 'Look into your mail.' } },
    })
    const person = openGuestPage(<Register />, '/register')
    await person.type(await screen.findByLabelText('First name'), 'Ada')
    await person.type(input('Last name'), 'Okafor')
    await person.type(input('Email'), 'ada@example.test')
    expect(document.querySelector('input[type=password]')).toBeNull()
    await person.click(button('Create account'))
    expect(
      await screen.findByText('/pages/auth/mail-confirm {"email":"ada@example.test","message":"Look into your mail."}'),
    ).toBeTruthy()
    expect(calls.at(-1)?.body).toEqual({ first_name: 'Ada', last_name: 'Okafor', email: 'ada@example.test' })
    expect(session()).toBeNull()
  })

  test('that cannot be asked about can be tried again', async () => {
    const person = openGuestPage(<Register />, '/register')
    await screen.findByText(/not responding/)
    answerCalls({ 'GET /api/auth/registration': answerOf(false, null) })
    await person.click(button('Try again'))
    expect(await screen.findByRole('heading', { name: 'Registration is by invitation' })).toBeTruthy()
  })
})

describe('confirming the address', () => {
  test('says what to do next, and sends the mail again', async () => {
    const calls = answerCalls({ 'POST /api/auth/confirm-mail/send': { body: { message: 'Sent again.' } } })
    const state = { email: 'ada@example.test', message: 'Look into your mail.' }
    const person = openGuestPage(<MailConfirm />, '/pages/auth/mail-confirm', state)
    expect(screen.getByText('Look into your mail.')).toBeTruthy()
    await person.click(button('Send again or use another address'))
    await person.click(button('Send the mail again'))
    expect(await screen.findByText('Sent again.')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@example.test' }])
  })

  const choose = async (person: ReturnType<typeof openGuestPage>) => {
    await person.type(input('Password'), 'correct horse')
    expect(button('Activate account').disabled).toBe(true)
    await person.type(input('Password (confirm)'), 'correct horse')
    await person.dblClick(button('Activate account'))
  }

  test('with the token of the mail asks for a password, confirms once and leads to sign-in', async () => {
    const calls = answerCalls({ 'POST /api/auth/confirm-mail': { body: { message: 'You can sign in now.' } } })
    const person = openGuestPage(<MailConfirm />, '/pages/auth/mail-confirm?token=good')
    expect(calls).toEqual([])
    await choose(person)
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(calls.map(({ body }) => body)).toEqual([
      { password: 'correct horse', confirm_password: 'correct horse', token: 'good' },
    ])
  })

  test('with a spent token offers another mail', async () => {
    const errors = { token: ['This link was used already.'] }
    answerCalls({ 'POST /api/auth/confirm-mail': { status: 422, body: { message: 'No.', code: 'invalid', errors } } })
    await choose(openGuestPage(<MailConfirm />, '/pages/auth/mail-confirm?token=spent'))
    expect(await screen.findByText('This link was used already.')).toBeTruthy()
    expect(button('Send the mail again')).toBeTruthy()
  })
})
