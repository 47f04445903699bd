import { createStore } from '#web/hooks/create-store.ts'

/**
 * Whether shortcuts without Ctrl or ⌘ are active in this browser. Users of speech input need to turn them off (WCAG
 * 2.1.4).
 */
export const useSingleKeys = () => singleKeys.use()

export const hasSingleKeys = () => singleKeys.get()

/** Turns them on or off and stores the choice. */
export const setSingleKeys = (on: boolean) => {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  singleKeys.set(on)
}

const storageKey = 'single_keys'
const singleKeys = createStore(localStorage.getItem(storageKey) !== 'off')
