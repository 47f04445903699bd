import type { BaseSyntheticEvent } from 'react'
import { focusSoon } from '#web/hooks/focus-soon.ts'

/** The first invalid input; null without any. */
export const firstFault = (form: HTMLElement | null): HTMLElement | null => {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (fault && fault.tabIndex >= 0) return fault
  return fault?.querySelector<HTMLElement>('input, select, textarea') ?? null
}

/**
 * Focuses the first invalid input of the form that `event` submitted, or else its error message: on a phone both may be
 * far from the button.
 */
export const showFault = (event: BaseSyntheticEvent | undefined) => {
  const form = event?.target as HTMLElement | undefined
  focusSoon(() => firstFault(form ?? null) ?? form?.querySelector<HTMLElement>('[role="alert"][tabindex]'), 30)
}
