import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { users } from '#areas/users/area.ts'
import { Form } from '#areas/users/screens/form.tsx'
import { Show } from '#areas/users/screens/show.tsx'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

const drawn = async (type: string, portfolios: object[] = []) => {
  const person = { id: 5, version: 1, full_name: 'Ana Lin', first_name: 'Ana', last_name: 'Lin', type, portfolios }
  const rest = { email: 'ana@lin.test', status: 'active', archived_at: null, moves: [], editable: [] }
  answerWith(({ path }) => (path === 'users/5' ? { body: { ...person, ...rest } } : undefined))
  draw(
    <Routes>
      <Route path={`${users.path}/:id`} element={<Show area={users} />} />
    </Routes>,
    `${users.path}/5`,
  )
  await screen.findByRole('region', { name: 'Access' })
}

test('an account of the office says its portfolios, also that it has none', async () => {
  await drawn('Office')
  expect(screen.getByRole('region', { name: 'Portfolios' })).toBeTruthy()
})

test('an account of a supplier, which no portfolio can confine, says nothing of them', async () => {
  await drawn('Agent')
  expect(screen.queryByRole('region', { name: 'Portfolios' })).toBeNull()
})

test('whoever makes an account that can do next to nothing is told so', async () => {
  answerWith(() => undefined)
  const { user } = draw(
    <Routes>
      <Route path={`${users.path}/new`} element={<Form area={users} />} />
    </Routes>,
    `${users.path}/new`,
  )
  const role = await screen.findByRole('combobox', { name: /^Role/ })
  await user.selectOptions(role, 'Super administrator')
  expect(await screen.findByText(/choose Administrator/)).toBeTruthy()
  await user.selectOptions(role, 'Administrator')
  expect(screen.queryByText(/choose Administrator/)).toBeNull()
})
