import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Page as ReportBug } from '#areas/support-tickets/screens/label-design-page.tsx'
import { loadAllAreas, setLanguage } from '#web/i18n.ts'
import { ChangePassword } from '#web/pages/account/change-password.tsx'
import { Page as Profile } from '#web/pages/site/profile.tsx'
import { session } from '#web/providers/session.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { dismiss } from '#web/shell/messages/messages.ts'
import { beneath, button, input } from './account-kit'
import { answerCalls } from './kit'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(async () => {
  await signIn('Office')
  await loadAllAreas()
})
beforeEach(() => dismiss())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const drawWithMessages = (page: React.ReactNode, at: string) =>
  draw(
    <>
      {page}
      <MessageBar />
    </>,
    at,
  )

describe('changing the password', () => {
  const open = (answer: Answer) => {
    const requests = answerWith(() => answer)
    return { requests, ...drawWithMessages(<ChangePassword />, '/pages/auth/reset-password') }
  }
  const fill = async ({ user }: ReturnType<typeof open>, current: string, next: string, again = next) => {
    await user.type(input('Current password'), current)
    await user.type(input('New password'), next)
    await user.type(input('New password (confirm)'), again)
  }

  test('waits until the new one is typed twice alike', async () => {
    const page = open({ body: { message: 'Changed.' } })
    await fill(page, 'old one', 'a new and longer one', 'a new and longer two')
    expect(beneath('New password (confirm)')).toBe('The passwords do not match.')
    expect(button('Change password').disabled).toBe(true)
  })

  test('says that it is done and forgets what was typed', async () => {
    const page = open({ body: { message: 'Your password is changed.' } })
    await fill(page, 'old one', 'a new and longer one')
    await page.user.click(button('Change password'))
    expect(await screen.findByText('Your password is changed.')).toBeTruthy()
    expect(page.requests.map(({ path, body }) => [path, body])).toEqual([
      [
        'change-password',
        {
          current_password: 'old one',
          new_password: 'a new and longer one',
          confirm_password: 'a new and longer one',
        },
      ],
    ])
    await waitFor(() => expect(input('Current password').value).toBe(''))
    expect(input('New password').value).toBe('')
  })

  test('says at its field what the server does not take', async () => {
    const errors = { current_password: ['The current password is not correct.'] }
    const page = open({ status: 422, body: { message: 'Please check.', code: 'invalid', errors } })
    await fill(page, 'wrong one', 'a new and longer one')
    await page.user.click(button('Change password'))
    await waitFor(() => expect(beneath('Current password')).toBe('The current password is not correct.'))
    expect(input('New password').value).toBe('a new and longer one')
  })
})

describe('the profile', () => {
  const devices = [
    { id: 'here', current: true, agent: 'Firefox/140.0 (X11; Linux)' },
    { id: 'there', current: false, agent: 'Mobile Safari/604 (iPhone)' },
  ].map((session) => ({
    ...session,
    address: '203.0.113.7',
    remember: true,
    started_at: '2026-11-20T08:12:00Z',
    last_seen_at: '2026-11-21T09:40:00Z',
    expires_at: '2026-12-20T08:12:00Z',
  }))
  const open = (answer: (seen: Seen) => Answer | undefined = () => undefined) => {
    let left = devices
    const requests = answerWith((seen) => {
      const answered = answer(seen)
      if (answered) return answered
      if (seen.path === 'auth/sessions') return { body: { data: left } }
      if (seen.path === 'auth/sessions/there/end' || seen.path === 'auth/sessions/end-others') {
        left = left.filter(({ current }) => current)
        return { body: { message: 'Signed out there.' } }
      }
      return undefined
    })
    return { requests, ...drawWithMessages(<Profile />, '/pages/profile') }
  }
  const person = (changes: object) => ({
    info: { ...session()?.info, ...changes },
    user: { ...session()?.data },
  })

  test('saves what the person may change, and says so', async () => {
    const { user } = open()
    const calls = answerCalls({
      'POST /api/auth/user/update': { body: { data: person({ first_name: 'Anna' }), message: 'Saved.' } },
    })
    expect(button('Save changes').disabled).toBe(true)
    await user.clear(input('First name'))
    expect(beneath('First name')).toBe('Enter a name.')
    expect(button('Save changes').disabled).toBe(true)
    await user.type(input('First name'), 'Anna')
    await user.type(screen.getByLabelText(/^Phone/), '+44 20 5550 0100')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await user.click(button('Save changes'))
    expect(await screen.findByText('Personal details saved.')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([
      { user: { first_name: 'Anna', last_name: 'B', phone: '+44 20 5550 0100' } },
    ])
    expect(session()?.info.first_name).toBe('Anna')
  })

  test('keeps a chosen language on the account, and follows the browser again', async () => {
    const { user } = open()
    vi.stubGlobal('navigator', { ...navigator, languages: ['fr-FR', 'zh-CN', 'en'] })
    const save = 'POST /api/auth/user/update'
    const saved = (language: 'en' | null) => ({
      body: { data: { ...person({}), user: { ...session()?.data, language } }, message: 'Saved.' },
    })
    const answers = { [save]: saved('en') }
    const calls = answerCalls(answers)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Follow the browser' }).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'English' }))
    expect(await screen.findByText('Language changed to English.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'English' }).checked).toBe(true)
    expect([session()?.data.language, localStorage.getItem('language')]).toEqual(['en', 'en'])
    answers[save] = saved(null)
    await user.click(screen.getByRole('radio', { name: 'Follow the browser' }))
    expect(await screen.findByRole('heading', { name: '我的资料' })).toBeTruthy()
    await waitFor(() => expect(session()?.data.language).toBeNull())
    expect([document.documentElement.lang, localStorage.getItem('language')]).toEqual(['zh-Hans', null])
    expect(calls.map(({ body }) => body)).toEqual([{ user: { language: 'en' } }, { user: { language: null } }])
    await setLanguage('en')
  })

  test('keeps what was typed when saving fails', async () => {
    const { user } = open()
    answerCalls({})
    await user.type(input('Last name'), 'rown')
    await user.click(button('Save changes'))
    expect(await screen.findByText(/not responding/)).toBeTruthy()
    expect(input('Last name').value).toBe('Brown')
  })

  test('lists the devices, this one marked, and signs another out', async () => {
    const { user, requests: requested } = open()
    const list = await screen.findByRole('list', { name: 'Where you are signed in' })
    expect(await within(list).findByText('Firefox on Linux')).toBeTruthy()
    const [here, there] = within(list).getAllByRole('listitem')
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
    expect(here?.textContent).toContain('This device')
    await user.click(within(there as HTMLElement).getByRole('button', { name: /^Sign out Safari on iOS/ }))
    expect(await screen.findByText('Signed out there.')).toBeTruthy()
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    expect(requested.some(({ path }) => path === 'auth/sessions/there/end')).toBe(true)
  })

  test('signs all others out only when that is confirmed', async () => {
    const { user, requests: requested } = open()
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requested.some(({ path }) => path === 'auth/sessions/end-others')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Sign out all other devices' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Sign out all other devices' }))
    expect(await screen.findByText('Signed out there.')).toBeTruthy()
  })

  test('takes a photo, and says what is wrong with one', async () => {
    const { user } = open(({ path }) =>
      path === 'auth/photo'
        ? { status: 415, body: { message: 'cat.png is no picture.', code: 'file_type' } }
        : undefined,
    )
    const file = new File(['not a picture'], 'cat.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), file)
    expect((await screen.findAllByText('cat.png is no picture.')).length).toBeGreaterThan(0)
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText('Choose a photo', { selector: 'input' }), large)
    expect(await screen.findByText('This photo is larger than 5 MB. Choose a smaller one.')).toBeTruthy()
  })
})

describe('a bug report', () => {
  const open = (answer: Answer) => {
    const requests = answerWith(({ path }) => (path === 'help-support' ? answer : { body: [] }))
    return { requests, ...drawWithMessages(<ReportBug />, '/pages/label_design') }
  }
  const subject = () => screen.getByRole('textbox', { name: 'Subject' })
  const message = () => screen.getByRole('textbox', { name: 'Description' })
  const chooser = () => screen.getByLabelText('Add files', { selector: 'input' })
  const png = (name: string) => new File(['x'], name, { type: 'image/png' })
  const formIn = (requested: Seen[]) => requested.find(({ path }) => path === 'help-support')?.body as FormData

  test('goes out with its files, and says its number', async () => {
    const { user, requests: requested } = open({
      body: { message: 'Thank you.', data: { ticket_no: 'ST-2026-000123' } },
    })
    await user.click(screen.getByRole('radio', { name: 'A question' }))
    await user.type(subject(), 'Export')
    expect(button('Send report').disabled).toBe(true)
    await user.type(message(), 'Where do I find the export?')
    await user.upload(chooser(), [png('one.png'), png('two.png')])
    await user.click(button('Remove one.png'))
    await user.click(button('Send report'))
    expect(await screen.findByText('Thank you. Your report number is ST-2026-000123')).toBeTruthy()
    const form = formIn(requested)
    expect([form.get('category'), form.get('subject'), form.get('message')]).toEqual([
      'question',
      'Export',
      'Where do I find the export?',
    ])
    expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['two.png'])
    await waitFor(() => expect((subject() as HTMLInputElement).value).toBe(''))
    expect(screen.queryByText('two.png')).toBeNull()
  })

  test('is long enough in Chinese with half as many characters', async () => {
    const { user } = open({ body: {} })
    await user.type(subject(), '打印')
    await user.type(message(), '点击打印没有反应')
    expect(button('Send report').disabled).toBe(false)
    await user.clear(message())
    await user.type(message(), 'Printing')
    expect(button('Send report').disabled).toBe(true)
  })

  test('says of each file what is wrong with it before it is sent, and takes five', async () => {
    const { user } = open({ body: {} })
    await user.type(subject(), 'Export')
    await user.type(message(), 'Where do I find the export?')
    const files = ['a.png', 'b.exe', 'c.png', 'd.png', 'e.png', 'f.png'].map(png)
    fireEvent.change(chooser(), { target: { files } })
    expect(screen.getByText('This file type is not supported.')).toBeTruthy()
    expect(screen.getByText('At most 5 files; the others were left out.')).toBeTruthy()
    expect(button('Send report').disabled).toBe(true)
    expect(button('Add files').disabled).toBe(true)
    await user.click(button('Remove b.exe'))
    expect(button('Send report').disabled).toBe(false)
    expect(screen.queryByText('f.png')).toBeNull()
  })

  test('keeps words and files when the server refuses one, and says which', async () => {
    const refusal = { message: 'two.png is not what its name says.', code: 'file_type' }
    const { user } = open({ status: 415, body: refusal })
    await user.type(subject(), 'Export')
    await user.type(message(), 'Where do I find the export?')
    await user.upload(chooser(), [png('one.png'), png('two.png')])
    await user.click(button('Send report'))
    const rows = within(screen.getByRole('group', { name: 'Files' })).getAllByRole('listitem')
    await waitFor(() => expect(rows[1]?.textContent).toContain('is not what its name says.'))
    expect(rows[0]?.textContent).not.toContain('is not what its name says.')
    expect((message() as HTMLTextAreaElement).value).toBe('Where do I find the export?')
  })

  test('takes what is dropped on it', () => {
    open({ body: {} })
    fireEvent.drop(screen.getByRole('group', { name: 'Files' }), { dataTransfer: { files: [png('dropped.png')] } })
    expect(screen.getByText('dropped.png')).toBeTruthy()
  })

  test('shows what was reported before, with its answer', async () => {
    const ticket = { id: 4, ticket_no: 'ST-2026-000004', subject: 'Colours', status: 'answered' }
    answerWith(() => ({ body: [{ ...ticket, answer: 'They are right now.', created_at: '2026-11-20T10:00:00Z' }] }))
    drawWithMessages(<ReportBug />, '/pages/label_design')
    const reports = await screen.findByRole('list', { name: 'Your reports' })
    expect(await within(reports).findByText('They are right now.')).toBeTruthy()
    expect(within(reports).getByRole('link', { name: 'Colours' }).getAttribute('href')).toBe('/apps/support_tickets/4')
  })
})
