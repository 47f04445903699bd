import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { plainPdf } from '#server/seeds/demo/evidence.ts'
import { openStage, see } from '../kit/e2e'
import { faultless, faultlessInBothLooks } from '../kit/e2e-axe'
import { freshNumber } from '../kit/e2e-orders'

const stage = openStage()
const path = '/apps/accreditation/factory_accreditation_management_database'

/** Chooses a record by its name in a search. */
const choose = async (page: Page, label: string, name: string) => {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

/** Presses a move's button, and the same one in its dialog where it asks. */
const agree = async (page: Page, move: string, words?: string) => {
  await page.getByRole('main').getByRole('button', { name: move, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (words) await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('button', { name: move, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

it('a certificate is entered on a phone, read, reviewed, seen on the time line and revoked', async () => {
  const number = freshNumber('SA')
  const phone = await stage.open('agent', `${path}/new`, { phone: true, language: 'zh' })
  await choose(phone, '工厂', '宁波金梭制衣二厂')
  await choose(phone, '认证标准', 'SA8000')
  await phone.getByRole('combobox', { name: '审核类型' }).selectOption({ label: '初次审核' })
  await phone.getByRole('textbox', { name: '审核日期' }).fill('2026-05-12')
  await choose(phone, '审核机构', 'SGS')
  await phone.getByRole('textbox', { name: /证书编号/ }).fill(number)
  await phone.getByRole('button', { name: '添加不符合项' }).click()
  const finding = phone.getByRole('group', { name: '不符合项 1' })
  await finding.getByText('次要', { exact: true }).click()
  await finding.getByRole('textbox', { name: /领域或条款/ }).fill('3.2 健康与安全')
  await finding.getByRole('textbox', { name: /问题描述/ }).fill('二楼灭火器被遮挡')
  await finding.getByRole('button', { name: '添加整改措施' }).click()
  await finding.getByRole('textbox', { name: '整改措施' }).fill('清理通道并划线')
  await finding.getByRole('textbox', { name: '完成期限' }).fill('2026-12-20')
  await faultless(phone, 'an audit entered on a phone')
  await phone.getByRole('button', { name: '创建审核' }).click()
  await see(phone.getByText('提交前：', { exact: false }))
  const address = new URL(phone.url()).pathname

  const bytes = await plainPdf([`Certificate No.: ${number}`, 'Valid from: 12 May 2026', 'Valid until: 30 April 2029'])
  const [chooser] = await Promise.all([
    phone.waitForEvent('filechooser'),
    phone.getByRole('button', { name: '上传证书' }).click(),
  ])
  await chooser.setFiles({ name: 'sa8000.pdf', mimeType: 'application/pdf', buffer: bytes })
  const says = phone.getByRole('region', { name: '证书内容' })
  await see(says.getByText('有效期至 2029年4月30日'))
  await faultless(phone, 'what a certificate says')
  await says.getByRole('button', { name: /有效期至/ }).click()
  await see(phone.getByText('已按证书填写有效期至'))
  await agree(phone, '提交')
  await see(phone.getByText('已提交').first())

  const office = await stage.open('office', address)
  await office.getByRole('main').getByRole('button', { name: 'Start review' }).click()
  await see(office.getByRole('main').getByRole('button', { name: 'Confirm as valid' }))
  await faultless(office, 'an audit in review')
  await agree(office, 'Confirm as valid')
  await see(office.getByText('30 Apr 2029').first())
  await office.getByRole('link', { name: 'Golden Loom Garment Second Works' }).first().click()
  const accreditation = office.getByRole('region', { name: 'Accreditation', exact: true })
  await see(accreditation.getByRole('link', { name: /SA8000: Valid/ }))
  await faultless(office, 'the time line of a factory')

  const admin = await stage.open('admin', address)
  await admin.getByRole('button', { name: 'More actions' }).click()
  await admin.getByRole('menuitem', { name: 'Revoke' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The certification body does not know the number')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await see(admin.getByText('Revoked').first())
}, 180_000)

it('the expiry calendar is read and left by keys', async () => {
  const page = await stage.open('office', `${path}/calendar?month=2026-12`)
  await see(page.getByRole('table'))
  await page.keyboard.press('Alt+PageDown')
  await see(page.getByRole('heading', { name: 'Jan 2027' }))
  await page.keyboard.press('Alt+PageUp')
  await see(page.getByRole('heading', { name: 'Dec 2026' }))
  await faultlessInBothLooks(page, 'the expiry calendar')
}, 120_000)
