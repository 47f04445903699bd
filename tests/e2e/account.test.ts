import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, emailOf, entry, go, openStage, reach, see, signIn } from '../kit/e2e'
import { freshAccount, freshEmail, linkInMail, mailsTo } from '../kit/e2e-account'
import { faultless, faultlessInBothLooks, toFirstLook } from '../kit/e2e-axe'

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
    await office.getByRole('radio', { name: 'Supplier agent' }).check({ force: true })
    await choose(office, 'Supplier optional', 'Golden Loom')
    await office.getByRole('button', { name: 'Create user' }).click()
    await see(office.getByText('Invited').first())

    const link = await linkInMail('invitation', email)
    const guest = await stage.open(null, link)
    await see(guest.getByText('You are invited for Golden Loom Garment as: Supplier agent.'))
    expect(await guest.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
    await newPassword(guest, 'Password', 'Password (confirm)', 'password1')
    await guest.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => guest.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await faultless(guest, 'the form of an invited person, with what is wrong with it')
    await newPassword(guest, 'Password', 'Password (confirm)', secret)
    await guest.getByRole('button', { name: 'Create account' }).click()
    await reach(guest, '/apps/purchase_order')
    await see(guest.getByRole('button', { name: 'Account of Mei Lin' }))

    // It is good once.
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

    // An address that nobody has is answered alike.
    const page = await stage.open(null, '/pages/auth/forgot-password')
    const nobody = freshEmail('nobody')
    await page.getByLabel('Email').fill(nobody)
    await page.keyboard.press('Enter')
    await see(page.getByText('If there is an account with this address'))

    await go(page, '/login')
    await page.getByRole('textbox', { name: 'Username/Email' }).fill(email)
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await reach(page, '/pages/auth/forgot-password-2')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await see(page.getByText('If there is an account with this address'))

    const link = await linkInMail('reset', email)
    expect(await mailsTo('reset', nobody)).toEqual([])
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

    await old.goto(link)
    await old.getByLabel('Email', { exact: true }).fill(email)
    await newPassword(old, 'New Password', 'New Password (Confirm)', `${secret}-2`)
    await old.getByRole('button', { name: 'RESET MY PASSWORD' }).click()
    await see(old.getByRole('link', { name: 'Request a link' }))
  })
})

describe('somebody signed in', () => {
  it('sees where they are signed in, signs another device out, and signs all others out by a new password', async () => {
    const { email, password } = await freshAccount(stage, 'change')
    const [here, there] = [await stage.open(null, '/login'), await stage.open(null, '/login', { phone: true })]
    for (const page of [here, there]) {
      await signIn(page, email, password)
      await see(account(page))
    }
    await go(here, '/pages/profile')
    const list = here.getByRole('list', { name: 'Where you are signed in' })
    await see(list.getByText('This device'))
    expect(await list.getByRole('listitem').count()).toBe(2)
    await list.getByRole('button', { name: /^Sign out/ }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await there.reload()
    await reach(there, /^\/login/)
    await see(account(here))

    await signIn(there, email, password)
    await see(account(there))
    await go(here, '/pages/auth/reset-password')
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

  it('keeps the own data, photo and language, and is asked before half of it is lost', async () => {
    const { email, password } = await freshAccount(stage, 'profile')
    const page = await stage.open(null, '/login')
    await signIn(page, email, password)
    await see(account(page))
    await go(page, '/pages/profile')
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
    const elsewhere = await stage.open(null, '/login', { unused: true })
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
    await go(page, '/pages/label_design')
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
    const admin = await stage.open('admin', '/apps/settings')
    await setOpen(admin, true)
    try {
      await guest.goto('/login')
      await guest.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
      const email = freshEmail('open')
      await guest.getByLabel('First name').fill('Ines')
      await guest.getByLabel('Last name').fill('Moreau')
      await guest.getByLabel('Email', { exact: true }).fill(email)
      await guest.getByRole('button', { name: 'Create account' }).click()
      await reach(guest, '/pages/auth/mail-confirm')
      await see(guest.getByText(email))

      await guest.goto(await linkInMail('confirmation', email))
      await newPassword(guest, 'Password', 'Password (confirm)', 'password1')
      await guest.getByRole('button', { name: 'Activate account' }).click()
      await expect.poll(() => guest.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
      await newPassword(guest, 'Password', 'Password (confirm)', secret)
      await guest.getByRole('button', { name: 'Activate account' }).click()
      await see(guest.getByRole('heading', { name: 'Your address is confirmed' }))
      await guest.getByRole('main').getByRole('link', { name: 'Login' }).click()
      await signIn(guest, email, secret)
      await see(guest.getByRole('button', { name: 'Account of Ines Moreau' }))
    } finally {
      await setOpen(admin, false)
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

  it('lead over the bookings card to the bookings', async () => {
    const page = await stage.open(null, '/pages/auth/bookings')
    await see(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' }))
    await signIn(page, emailOf('staff'))
    await reach(page, '/apps/shipping_management')
  })

  it('are for guests, and lead a member home; or for members, and lead a guest to sign-in', async () => {
    const member = await stage.open('staff', '/pages/auth/forgot-password')
    await reach(member, '/apps/purchase_order')
    for (const path of ['/pages/auth/reset?token=x', '/register']) {
      await go(member, '/pages/profile')
      await go(member, path)
      await reach(member, '/apps/purchase_order')
    }
    for (const path of ['/pages/profile', '/pages/label_design']) {
      const guest = await stage.open(null, path)
      await reach(guest, `/login?${new URLSearchParams({ redirectUrl: path })}`)
      await stage.close(guest)
    }
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
    '/pages/auth/bookings',
    '/pages/auth/mail-confirm?token=x',
  ]
  const members = ['/pages/profile', '/pages/auth/reset-password', '/pages/label_design', '/apps/Users/new']

  it.each([
    [null, guests],
    ['agent', members],
  ] as const)('for %s', { timeout: 240_000 }, async (who, paths) => {
    const page = await stage.open(who, paths[0])
    for (const [at, path] of paths.entries()) {
      if (at > 0) {
        await toFirstLook(page)
        await go(page, path)
      }
      await see(page.getByRole('heading', { level: 1 }))
      await page.waitForLoadState('networkidle')
      await faultlessInBothLooks(page, path)
    }
  })
})

const account = (page: Page) => page.getByRole('button', { name: /^Account of / })

const newPassword = async (page: Page, label: string, again: string, secretWord: string) => {
  await page.getByLabel(label, { exact: true }).fill(secretWord)
  await page.getByLabel(again, { exact: true }).fill(secretWord)
}

const setOpen = async (page: Page, open: boolean) => {
  await go(page, '/apps/settings/1/edit')
  const flag = page.getByRole('checkbox', { name: 'Open registration' })
  await see(flag)
  await flag.setChecked(open)
  await page.getByRole('button', { name: 'Save' }).click()
  await reach(page, '/apps/settings')
}

/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
