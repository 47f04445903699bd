import { it } from 'vitest'
import { emailOf, openStage, see, signIn } from '../kit/e2e'

const stage = openStage()

it('the language that somebody chose is spoken by the next browser too, once it knows who it is', async () => {
  const first = await stage.open('agent2')
  await first.getByRole('button', { name: '中文' }).click()
  await see(first.getByRole('heading', { level: 1, name: '采购订单' }))
  await first.waitForLoadState('networkidle')

  const second = await stage.open(null, '/login', { context: { storageState: undefined, locale: 'en-GB' } })
  await see(second.getByRole('button', { name: 'Login' }))
  await signIn(second, emailOf('agent2'))
  await see(second.getByRole('heading', { level: 1, name: '采购订单' }))

  await second.getByRole('button', { name: 'English' }).click()
  await see(second.getByRole('heading', { level: 1, name: 'Purchase orders' }))
  await second.waitForLoadState('networkidle')
})
