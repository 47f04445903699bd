import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, emailOf, entry, openStage, reach, see, signIn } from '../kit/e2e'
import { freshAccount, freshEmail, linkInMail, mailsTo } from '../kit/e2e-account'
import { faultless, faultlessInThisLook } from '../kit/e2e-axe'

const stage = openStage()
const secret = 'Harbour-lantern-31'

describe('an invitation', () => {
  it('goes from the form of a new person by mail to a signed-in agent', async () => {
    const email = freshEmail('invited')
    const office = await stage.open('office', '/apps/Users/new')
    await see(office.getByText('the person gets a mail with a link, valid for 72 hours'))
    await entry(office, 'First name').fill('Mei')
    await entry(office, 'Last name').fill('Lin')
    await entry(office, 'Email').fill(email)
    await office.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Supplier agent')
    await choose(office, 'Supplier optional', 'Golden Loom')
    await office.getByRole('button', { name: 'Create user' }).click()
    await see(office.getByText('Invited').first())

    const guest = await stage.open(null, await linkInMail('invitation', email))
    await see(guest.getByText('You are invited for Golden Loom Garment as: Supplier agent.'))
    expect(await guest.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
    await newPassword(guest, 'Password', 'Password (confirm)', secret)
    await guest.getByRole('button', { name: 'Create account' }).click()
    await reach(guest, '/apps/purchase_order')
    await see(guest.getByRole('button', { name: 'Account of Mei Lin' }))
  })

  it('is good once', async () => {
    const { email } = await freshAccount(stage, 'once', { invited: true })
    const link = await linkInMail('invitation', email)
    const page = await stage.open(null, link)
    await newPassword(page, 'Password', 'Password (confirm)', secret)
    await page.getByRole('button', { name: 'Create account' }).click()
    await see(page.getByRole('button', { name: 'Account of Robin Marsh' }))
    const other = await stage.open(null, link)
    await see(other.getByRole('heading', { name: 'This invitation is no longer valid' }))
  })
})

describe('a forgotten password', () => {
  it('is asked for, comes by mail, is set anew, and ends the old session', async () => {
    const { email, password } = await freshAccount(stage, 'forgot')
    const old = await stage.open(null, '/login')
    await signIn(old, email, password)
    await see(account(old))

    const page = await stage.open(null, '/login')
    await page.getByRole('textbox', { name: 'Username/Email' }).fill(email)
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await reach(page, '/pages/auth/forgot-password-2')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await see(page.getByText('If there is an account with this address'))

    const link = await linkInMail('reset', email)
    await page.goto(link)
    await reach(page, link)
    await see(page.getByRole('heading', { name: 'RESET YOUR PASSWORD' }))
    const reset = page.getByRole('button', { name: 'RESET MY PASSWORD' })
    expect(await reset.isDisabled()).toBe(true)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await newPassword(page, 'New Password', 'New Password (Confirm)', 'password1')
    await reset.click()
    await expect.poll(() => page.getByLabel('New Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await newPassword(page, 'New Password', 'New Password (Confirm)', secret)
    await reset.click()
    await see(page.getByRole('heading', { name: 'Your password is changed' }))

    await old.goto('/pages/profile')
    await reach(old, /^\/login/)
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await signIn(page, email, secret)
    await see(account(page))

    const again = await stage.open(null, link)
    await again.getByLabel('Email', { exact: true }).fill(email)
    await newPassword(again, 'New Password', 'New Password (Confirm)', `${secret}-2`)
    await again.getByRole('button', { name: 'RESET MY PASSWORD' }).click()
    await see(again.getByRole('link', { name: 'Request a link' }))
  })

  it('is answered alike for an address that nobody has', async () => {
    const page = await stage.open(null, '/pages/auth/forgot-password')
    const nobody = freshEmail('nobody')
    await page.getByLabel('Email').fill(nobody)
    await page.keyboard.press('Enter')
    await see(page.getByText('If there is an account with this address'))
    expect(await mailsTo('reset', nobody)).toEqual([])
  })
})

describe('somebody signed in', () => {
  it('changes the password at the address of Change Password; other devices are signed out', async () => {
    const { email, password } = await freshAccount(stage, 'change')
    const [here, there] = [await stage.open(null, '/login'), await stage.open(null, '/login')]
    for (const page of [here, there]) {
      await signIn(page, email, password)
      await see(account(page))
    }
    await here.goto('/pages/auth/reset-password')
    await see(here.getByRole('heading', { name: 'Change password' }))
    await here.getByLabel('Current password').fill('not this one')
    await newPassword(here, 'New password', 'New password (confirm)', secret)
    await here.getByRole('button', { name: 'Change password' }).click()
    await see(here.getByText('The current password is not correct.'))
    await here.getByLabel('Current password').fill(password)
    await here.getByRole('button', { name: 'Change password' }).click()
    await see(here.getByText('Password changed. Other devices have been signed out.'))
    expect(await here.getByLabel('Current password').inputValue()).toBe('')
    await there.reload()
    await reach(there, /^\/login/)
    await here.reload()
    await see(here.getByRole('heading', { name: 'Change password' }))
  })

  it('sees where they are signed in, and signs another device out', async () => {
    const { email, password } = await freshAccount(stage, 'devices')
    const [here, there] = [await stage.open(null, '/login'), await stage.open(null, '/login', { phone: true })]
    for (const page of [here, there]) {
      await signIn(page, email, password)
      await see(account(page))
    }
    await here.goto('/pages/profile')
    const list = here.getByRole('list', { name: 'Where you are signed in' })
    await see(list.getByText('This device'))
    expect(await list.getByRole('listitem').count()).toBe(2)
    await list.getByRole('button', { name: /^Sign out/ }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await there.reload()
    await reach(there, /^\/login/)
    await see(account(here))
  })

  it('keeps the own data, photo and language, and is asked before half of it is lost', async () => {
    const { email, password } = await freshAccount(stage, 'profile')
    const page = await stage.open(null, '/login')
    await signIn(page, email, password)
    await see(account(page))
    await page.goto('/pages/profile')
    await page.getByLabel('First name').fill('Rowan')
    await see(page.getByText('Unsaved changes'))
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await see(page.getByRole('alertdialog'))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await see(page.getByText('Personal details saved.'))
    await see(page.getByRole('button', { name: 'Account of Rowan Marsh' }))

    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: dot })
    await see(page.getByText('Photo saved.'))
    const photo = page.getByRole('main').getByRole('img', { name: 'Photo of Rowan Marsh' })
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click()
    await see(page.getByText('Photo removed.'))

    await page.getByText('中文', { exact: true }).last().click()
    await see(page.getByRole('heading', { name: '我的资料' }))
    const elsewhere = await stage.open(null, '/login', { context: { locale: 'en-GB' } })
    await elsewhere.evaluate(() => localStorage.removeItem('language'))
    await elsewhere.reload()
    await signIn(elsewhere, email, password)
    await see(elsewhere.getByRole('button', { name: /Rowan Marsh/ }))
    expect(await elsewhere.evaluate(() => document.documentElement.lang)).toBe('zh-Hans')
  })
})

describe('a bug report', () => {
  it('goes out with a file from where it was seen, gets a number, and its answer is read there', async () => {
    const page = await stage.open('agent')
    await see(page.getByRole('grid'))
    await page
      .getByRole('link', { name: /Purchase Orders/ })
      .first()
      .click()
    await openInApp(page, '/pages/label_design')
    await see(page.getByRole('heading', { name: 'Report a bug' }))
    expect(await entry(page, 'Page optional').inputValue()).toBe('/apps/purchase_order')
    await entry(page, 'Subject').fill('The date is cut off')
    await entry(page, 'Description').fill('On my phone the ex-factory date ends after the month.')
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByRole('button', { name: 'Send report' }).click()
    const list = page.getByRole('group', { name: 'Files' })
    await see(list.getByRole('alert').getByText('fake.png'))
    await list.getByRole('button', { name: 'Remove fake.png' }).click()
    await files.setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: dot })
    await page.getByRole('button', { name: 'Send report' }).click()
    const thanks = page.getByText(/^Thank you\. Your report number is ST-\d{4}-\d{6}$/)
    await see(thanks)
    const number = (await thanks.textContent())?.slice(-14)
    await see(page.getByRole('list', { name: 'Your reports' }).getByText(new RegExp(`${number}`)))

    const [ticket] = await stage.ask<{ id: number; version: number }[]>('admin', `support-tickets?ticket_no=${number}`)
    const stored = await stage.ask<{ name: string }[]>('admin', `files?area=support-tickets&record=${ticket?.id}`)
    expect(stored.map(({ name }) => name)).toEqual(['screen.png'])
    const answer = { version: ticket?.version, answer: 'It is mended; please look again.' }
    await stage.ask('admin', `support-tickets/${ticket?.id}/moves/answer`, answer)
    await page.reload()
    await see(page.getByRole('list', { name: 'Your reports' }).getByText('It is mended; please look again.'))
  })
})

describe('registration', () => {
  it('is closed until the settings open it; then a mail opens the account', async () => {
    const guest = await stage.open(null, '/register')
    await see(guest.getByRole('heading', { name: 'Registration is by invitation' }))
    await setOpen(true)
    try {
      await guest.goto('/login')
      await guest.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
      const email = freshEmail('open')
      await guest.getByLabel('First name').fill('Ines')
      await guest.getByLabel('Last name').fill('Moreau')
      await guest.getByLabel('Email', { exact: true }).fill(email)
      await newPassword(guest, 'Password', 'Password (confirm)', secret)
      await guest.getByRole('button', { name: 'Create account' }).click()
      await reach(guest, '/pages/auth/mail-confirm')
      await see(guest.getByText(email))

      await guest.goto(await linkInMail('confirmation', email))
      await see(guest.getByRole('heading', { name: 'Your address is confirmed' }))
      await guest.getByRole('main').getByRole('link', { name: 'Login' }).click()
      await signIn(guest, email, secret)
      await see(guest.getByRole('button', { name: 'Account of Ines Moreau' }))
    } finally {
      await setOpen(false)
    }
    const late = await stage.open(null, '/pages/auth/register-2')
    await see(late.getByRole('heading', { name: 'Registration is by invitation' }))
  })
})

describe('the other addresses of an account', () => {
  it('sign in at the second one, with the wanted page kept', async () => {
    const wanted = '/apps/purchase_order?status=issued'
    const page = await stage.open(null, `/pages/auth/login?${new URLSearchParams({ redirectUrl: wanted })}`)
    await see(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' }))
    await signIn(page, emailOf('staff'))
    await reach(page, wanted)
  })

  it('lead over the bookings card to the start page while there are no bookings', async () => {
    const page = await stage.open(null, '/pages/auth/bookings')
    await see(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' }))
    await signIn(page, emailOf('staff'))
    await reach(page, '/apps/purchase_order')
  })

  it.each(['/pages/auth/forgot-password', '/pages/auth/reset?token=x', '/register'])(
    'are for guests: %s leads a member home',
    async (path) => {
      const page = await stage.open('staff', path)
      await reach(page, '/apps/purchase_order')
    },
  )

  it.each(['/pages/profile', '/pages/label_design'])('are for members: %s leads a guest to sign-in', async (path) => {
    const page = await stage.open(null, path)
    await reach(page, `/login?${new URLSearchParams({ redirectUrl: path })}`)
  })
})

describe('an account page has no fault that axe finds, in both languages and colours', () => {
  const guests = [
    '/pages/auth/login',
    '/register',
    '/pages/auth/register-2',
    '/pages/auth/forgot-password',
    '/pages/auth/forgot-password-2',
    '/pages/auth/reset?token=x',
    '/pages/auth/reset-password',
    '/pages/auth/mail-confirm',
    '/pages/auth/mail-confirm?token=x',
    '/pages/auth/bookings',
  ]
  const members = ['/pages/profile', '/pages/auth/reset-password', '/pages/label_design', '/apps/Users/new']

  it.each([
    [null, 'en', 'dark', guests],
    [null, 'zh', 'light', guests],
    ['agent', 'en', 'dark', members],
    ['agent', 'zh', 'light', members],
  ] as const)('for %s in %s, %s', async (who, language, mode, paths) => {
    const page = await stage.open(who, '/', { language, mode })
    for (const path of paths) {
      await page.goto(path)
      await see(page.getByRole('heading', { level: 1 }))
      await page.waitForLoadState('networkidle')
      await (language === 'en' ? faultless : faultlessInThisLook)(page, `${path} ${language} ${mode}`)
    }
  })

  it('the form of an invited person, with what is wrong with it', async () => {
    const { email } = await freshAccount(stage, 'axe', { invited: true })
    const page = await stage.open(null, await linkInMail('invitation', email))
    await newPassword(page, 'Password', 'Password (confirm)', 'password1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await faultless(page, 'an invited person')
  })
})

const account = (page: Page) => page.getByRole('button', { name: /^Account of / })

const newPassword = async (page: Page, label: string, again: string, secretWord: string) => {
  await page.getByLabel(label, { exact: true }).fill(secretWord)
  await page.getByLabel(again, { exact: true }).fill(secretWord)
}

/** Goes to a page of the portal as its links do, without loading the site anew. */
const openInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)

const setOpen = async (open: boolean) => {
  const page = await stage.open('admin', '/apps/settings/1/edit')
  const flag = page.getByRole('checkbox', { name: 'Open registration' })
  await see(flag)
  await flag.setChecked(open)
  await page.getByRole('button', { name: 'Save' }).click()
  await reach(page, '/apps/settings')
  await stage.close(page)
}

/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
