import type { Values } from '#shared/kit/schema.ts'
import { session } from '#web/providers/session.ts'

/** Unsaved entries of a form, as this browser stores them. */
export interface Draft {
  /** Storage key: account, area, record and form. */
  slot: string
  /** ISO moment of the last entry. */
  at: string
  values: Values
  /** The values that the form started from; null for a new record. */
  base: Values | null
  /** The version of the record that the form started from; null for a new record. */
  version: number | null
  /** The Idempotency-Key of a new record that was already sent. */
  key?: string
}

/** The storage key of one form. Each open form has its own, so that two tabs do not overwrite each other. */
export const slotFor = (area: string, id: number | undefined, form: string) => `${prefixOf(area, id)}${form}`

/**
 * The person's drafts of a record, or of new ones without `id`, latest first; without those of forms that are still
 * open.
 */
export const findDrafts = async (area: string, id: number | undefined): Promise<Draft[]> => {
  const locked = await heldSlots()
  return storedSlots()
    .filter((slot) => slot.startsWith(prefixOf(area, id)) && !locked.has(slot))
    .flatMap((slot) => readDraft(slot) ?? [])
    .filter(({ at }) => Date.parse(at) > Date.now() - maxAge)
    .sort((a, b) => b.at.localeCompare(a.at))
}

/**
 * Stores a draft, and deletes expired ones and the oldest beyond the limits. A draft that is too large is not stored.
 */
export const keepDraft = ({ slot, ...content }: Draft) => {
  const text = JSON.stringify(content)
  if (text.length > maxLength) return dropDraft(slot)
  const otherDrafts = storedSlots()
    .filter((key) => key !== slot)
    .map((key) => ({ slot: key, at: readDraft(key)?.at ?? '', size: localStorage.getItem(key)?.length ?? 0 }))
    .sort((a, b) => b.at.localeCompare(a.at))
  let remaining = maxTotalLength - text.length
  otherDrafts.forEach(({ slot, at, size }, index) => {
    remaining -= size
    if (remaining < 0 || index >= maxDrafts - 1 || !(Date.parse(at) > Date.now() - maxAge)) dropDraft(slot)
  })
  try {
    localStorage.setItem(slot, text)
  } catch {
    // The storage is full. The entries are still in the form.
  }
}

/** Deletes a draft. */
export const dropDraft = (slot: string) => localStorage.removeItem(slot)

/**
 * Locks the draft while its form is open, so that it is not offered elsewhere. Returns the function that unlocks it.
 */
export const holdSlot = (slot: string): (() => void) => {
  let release = () => {}
  const lock = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(slot, () => lock)
  return release
}

/**
 * The locked drafts. Without Web Locks (over plain HTTP) there are none, and drafts of open tabs are offered as copies.
 */
const heldSlots = async (): Promise<ReadonlySet<string>> => {
  const locks = await navigator.locks?.query().catch(() => null)
  return new Set(locks?.held?.flatMap(({ name }) => name ?? []))
}

/** The prefix contains the account's id, so that drafts are never offered to another account. */
const prefixOf = (area: string, id: number | undefined) => `${keyPrefix}${session()?.id}:${area}:${id ?? 'new'}:`

const storedSlots = () => Object.keys(localStorage).filter((name) => name.startsWith(keyPrefix))

const readDraft = (slot: string): Draft | null => {
  try {
    return { slot, ...(JSON.parse(localStorage.getItem(slot) ?? '') as Omit<Draft, 'slot'>) }
  } catch {
    return null
  }
}

const keyPrefix = 'draft:'
/** Milliseconds that a draft is kept. */
const maxAge = 14 * 24 * 3_600_000
/** Limits: characters of one draft and of all together, and the number of drafts. */
const maxLength = 600_000
const maxTotalLength = 2_000_000
const maxDrafts = 20
