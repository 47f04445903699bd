import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { t } from '#web/i18n.ts'
import { confirmDialog } from '#web/shell/messages/messages.ts'
import { gatePop } from '#web/shell/pop-gate.ts'

/**
 * Asks before unsaved entries are left behind: by a link, the back button, or by closing the tab (where the browser asks
 * in its own words). `onLeave` hears that the person gave them up. Returns a function that lets the next steps pass, for
 * the way out after a save.
 */
export const useUnsavedGuard = (isDirty: boolean, onLeave?: () => void): (() => void) => {
  const { navigator } = useContext(NavigationContext)
  const guarded = useRef(isDirty)
  const passes = useRef(false)
  const left = useRef(onLeave)
  left.current = onLeave
  guarded.current = isDirty && !passes.current

  useEffect(() => {
    if (!isDirty) return
    const { push, replace, go } = navigator
    const guard =
      <A extends unknown[]>(leave: (...step: A) => void) =>
      (...step: A) => {
        void mayLeave(guarded, left).then((yes) => yes && leave.apply(navigator, step))
      }
    navigator.push = guard(push)
    navigator.replace = guard(replace)
    navigator.go = guard(go)
    const position = positionIn(history.state)
    let returning = false
    const onPop = (event: PopStateEvent) => {
      if (returning) {
        returning = false
        event.stopImmediatePropagation()
        return
      }
      const steps = positionIn(event.state) - position
      if (!guarded.current || steps === 0) return
      // The browser has moved already: go back to the form first, then ask.
      event.stopImmediatePropagation()
      returning = true
      history.go(-steps)
      void mayLeave(guarded, left).then((yes) => yes && history.go(steps))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (guarded.current) event.preventDefault()
    }
    const openGate = gatePop(onPop)
    addEventListener('beforeunload', onUnload)
    return () => {
      Object.assign(navigator, { push, replace, go })
      openGate()
      removeEventListener('beforeunload', onUnload)
    }
  }, [isDirty, navigator])

  return () => {
    passes.current = true
    guarded.current = false
  }
}

const mayLeave = async (
  guarded: { current: boolean },
  left: { current: (() => void) | undefined },
): Promise<boolean> => {
  if (!guarded.current) return true
  const leaves = await confirmDialog({
    title: t('kit.form.leave_title'),
    body: t('kit.form.leave_body'),
    confirm: t('kit.form.leave'),
    cancel: t('kit.form.stay'),
    danger: true,
  })
  if (leaves) {
    guarded.current = false
    left.current?.()
  }
  return leaves
}

/** React Router numbers the entries of the browser's history. */
const positionIn = (state: unknown): number =>
  state && typeof state === 'object' && 'idx' in state ? Number(state.idx) : 0
