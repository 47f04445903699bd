import { createStore } from '#web/hooks/create-store.ts'
import { t, useLanguage } from '#web/i18n.ts'
import { HttpError } from '#web/providers/http-error.ts'
import { type Person, saveUser, session, useSession } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { type Destination, destinations, menuOf, useNavigationItems } from '#web/shell/nav/navigation.ts'

/** The person's shortcuts as menu entries: those that the role may open, in the chosen order. `all` are all entries. */
export const useShortcuts = (): { shortcuts: Destination[]; all: Destination[] } => {
  const { language } = useLanguage()
  const { items } = useNavigationItems()
  const person = useSession()
  const unsaved = pending.use()
  const all = destinations(menuOf(language, items))
  const shortcuts = (unsaved ?? chosenOf(person)).flatMap((id) => all.find((entry) => entry.id === id) ?? [])
  return { shortcuts, all }
}

/** Adds or removes a shortcut: at once in this browser, then on the account. */
export const toggleShortcut = async (id: string) => {
  const before = pending.get() ?? chosenOf(session())
  const next = before.includes(id) ? before.filter((shortcut) => shortcut !== id) : [...before, id].slice(-maxShortcuts)
  pending.set(next)
  // Saves run one after the other, so that the last choice wins.
  const saved = queue.then(() => (pending.get() === next ? save(next) : undefined))
  queue = saved.catch(() => undefined)
  try {
    await saved
  } catch (error) {
    notify({ tone: 'danger', text: error instanceof HttpError ? error.message : t('shell.errors.failed') })
  } finally {
    if (pending.get() === next) pending.set(null)
  }
}

/** The shortcuts of the account; purchase orders if the person never chose any. */
const chosenOf = (person: Person | null): string[] => {
  const shortcuts = person?.data.shortcuts ?? []
  return shortcuts.length || person?.data.settings[chosenKey] ? shortcuts : defaultShortcuts
}

/** Saves the shortcuts, with a mark that distinguishes an empty choice from none. */
const save = (shortcuts: string[]) => saveUser({ shortcuts, settings: { [chosenKey]: true } })

const chosenKey = 'shortcuts_chosen'
const defaultShortcuts = ['purchase-orders']
/** Maximum number of shortcuts of an account. */
const maxShortcuts = 50

/** Shortcuts that are not saved yet. */
const pending = createStore<string[] | null>(null)
let queue: Promise<unknown> = Promise.resolve()
