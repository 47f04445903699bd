import { ThemeProvider } from '@mui/material/styles'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { themeOf } from '#web/theme.ts'

/** Draws a page for guests at its address; whatever it leads to says its own address and what it was told. */
export const openGuestPage = (page: ReactNode, address: string, state?: object) => {
  const [pathname, search] = address.split('?')
  render(
    <ThemeProvider theme={themeOf()}>
      <MemoryRouter initialEntries={[{ pathname, search: search ? `?${search}` : '', state }]}>
        <Routes>
          <Route path={pathname ?? '/'} element={page} />
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>
      <MessageBar />
    </ThemeProvider>,
  )
  return userEvent.setup()
}

const Where = () => {
  const { pathname, search, state } = useLocation()
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>
}

/** The input under a label, and the line beneath it. */
export const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const beneath = (label: string) => {
  const [help] = (input(label).getAttribute('aria-describedby') ?? '').split(' ')
  return document.getElementById(help ?? '')?.textContent
}
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
