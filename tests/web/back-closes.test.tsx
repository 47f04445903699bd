import Dialog from '@mui/material/Dialog'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createBrowserRouter, Link, RouterProvider, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { closingByBack } from '#web/shell/back-closes.ts'

const Page = ({ isBusy }: { isBusy: () => boolean }) => {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h1>{pathname}</h1>
      <Link to="/second">On</Link>
      <button type="button" onClick={() => setOpen(true)}>
        Answer
      </button>
      <Dialog open={isOpen} onClose={isBusy() ? undefined : () => setOpen(false)} transitionDuration={0}>
        <input aria-label="Comment" />
      </Dialog>
    </>
  )
}

const onSecondPage = async (isBusy = () => false) => {
  window.history.replaceState(null, '', '/first')
  const router = closingByBack(() => createBrowserRouter([{ path: '*', element: <Page isBusy={isBusy} /> }]))
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'On' }))
  await screen.findByRole('heading', { name: '/second' })
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  await user.type(await screen.findByLabelText('Comment'), 'Late yarn')
  return router
}

/** Goes back, and waits until all that follows from it has happened. */
const goBack = async () => {
  history.back()
  await new Promise((resolve) => setTimeout(resolve, 100))
}

afterEach(cleanup)

test('back closes the dialog over a page, and leaves the page when it is pressed again', async () => {
  const router = await onSecondPage()
  await goBack()
  expect(screen.queryByLabelText('Comment')).toBeNull()
  expect([location.pathname, router.state.location.pathname]).toEqual(['/second', '/second'])
  await goBack()
  await screen.findByRole('heading', { name: '/first' })
  router.dispose()
})

test('back leaves a dialog that is being answered, with what is typed in it', async () => {
  const router = await onSecondPage(() => true)
  await goBack()
  expect(screen.getByLabelText('Comment')).toHaveProperty('value', 'Late yarn')
  expect([location.pathname, router.state.location.pathname]).toEqual(['/second', '/second'])
  router.dispose()
})
