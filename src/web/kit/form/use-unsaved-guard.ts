import { useCallback, useEffect, useRef } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { t } from '#web/i18n.ts'
import { confirmDialog } from '#web/shell/messages/messages.ts'

/**
 * Asks for confirmation before unsaved entries are lost: on navigation, on the back button, and, by a dialog of the
 * browser, when the tab closes. `onLeave` runs when the person discards them. Returns a function that disables the
 * guard, for the navigation after a save.
 */
export const useUnsavedGuard = (isDirty: boolean, onLeave?: () => void): (() => void) => {
  const isReleased = useRef(false)
  const blocker = useBlocker(useCallback(() => isDirty && !isReleased.current, [isDirty]))
  const discard = useRef(onLeave)
  useEffect(() => {
    discard.current = onLeave
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let isCurrent = true
    void confirmLeave().then((leaves) => {
      // A later navigation shows a confirmation of its own.
      if (!isCurrent) return
      if (!leaves) return blocker.reset()
      isReleased.current = true
      discard.current?.()
      blocker.proceed()
    })
    return () => {
      isCurrent = false
    }
  }, [blocker])
  useBeforeUnload(useCallback((event) => isDirty && !isReleased.current && event.preventDefault(), [isDirty]))
  return () => {
    isReleased.current = true
  }
}

const confirmLeave = () =>
  confirmDialog({
    title: t('kit.form.leave_title'),
    body: t('kit.form.leave_body'),
    confirm: t('kit.form.leave'),
    cancel: t('kit.form.stay'),
    danger: true,
  })
