import Dialog from '@mui/material/Dialog'
import { cleanup, render, screen, waitFor, waitForElementToBeRemoved } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createBrowserRouter, Link, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { closingByBack } from '#web/shell/back-closes.ts'
import { DialogHost } from '#web/shell/messages/dialog-host.tsx'
import { signIn } from './kit-screen'

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

/** Going back is undone by going forward, which takes a moment. */
const isOnSecondPage = (router: { state: { location: { pathname: string } } }) =>
  waitFor(() => expect([location.pathname, router.state.location.pathname]).toEqual(['/second', '/second']))

/** Goes back, and waits until all that follows from it has happened. */
const goBack = async () => {
  history.back()
  await new Promise((resolve) => setTimeout(resolve, 100))
}

// The portal has one router as long as it runs; each of these tests has its own.
const heard: [string, EventListenerOrEventListenerObject][] = []
beforeEach(() => {
  const listen = window.addEventListener.bind(window)
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    heard.push([type, listener])
    listen(type, listener, options)
  })
})
afterEach(() => {
  cleanup()
  for (const [type, listener] of heard.splice(0)) removeEventListener(type, listener)
  vi.unstubAllGlobals()
})

test('back closes the dialog over a page, and leaves the page when it is pressed again', async () => {
  const router = await onSecondPage()
  await goBack()
  await waitFor(() => expect(screen.queryByLabelText('Comment')).toBeNull())
  await isOnSecondPage(router)
  await goBack()
  await screen.findByRole('heading', { name: '/first' })
  router.dispose()
})

test('back leaves a dialog that is being answered, with what is typed in it', async () => {
  const router = await onSecondPage(() => true)
  await goBack()
  expect(screen.getByLabelText('Comment')).toHaveProperty('value', 'Late yarn')
  await isOnSecondPage(router)
  router.dispose()
})

test('back leaves a form once it is agreed that nothing of it is saved', async () => {
  await signIn('admin')
  window.history.replaceState(null, '', '/first')
  const Form = () => {
    const { pathname } = useLocation()
    useUnsavedGuard(pathname === '/second')
    return (
      <>
        <h1>{pathname}</h1>
        <Link to="/second">On</Link>
        <DialogHost />
      </>
    )
  }
  const router = closingByBack(() => createBrowserRouter([{ path: '*', element: <Form /> }]))
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'On' }))
  await screen.findByRole('heading', { name: '/second' })
  await goBack()
  await user.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitForElementToBeRemoved(() => screen.queryByRole('alertdialog'))
  await goBack()
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByText('/first')
  router.dispose()
})
