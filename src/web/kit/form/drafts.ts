import type { Values } from '#shared/kit/schema.ts'
import { session } from '#web/providers/session.ts'

/** Entries of a form that were not saved, as this browser keeps them. */
export interface Draft {
  /** Storage key: account, area, record and form. */
  slot: string
  /** ISO moment of the last entry. */
  at: string
  values: Values
  /** The values that the form started from; null for a new record. */
  base: Values | null
  /** The version of the record that it started from. */
  version: number | null
  /** The Idempotency-Key under which a new record was sent off already. */
  key?: string
}

/** The storage key of one form. Each form has its own, so that two tabs never mix. */
export const slotFor = (area: string, id: number | undefined, form: string) => `${prefixOf(area, id)}${form}`

/** Drafts of this person for a record, or for new ones, that no open form still holds; the latest first. */
export const findDrafts = async (area: string, id: number | undefined): Promise<Draft[]> => {
  const held = await heldSlots()
  return slots()
    .filter((slot) => slot.startsWith(prefixOf(area, id)) && !held.has(slot))
    .flatMap((slot) => readDraft(slot) ?? [])
    .filter(({ at }) => Date.parse(at) > Date.now() - longest)
    .sort((a, b) => b.at.localeCompare(a.at))
}

/** Stores a draft; deletes older ones when there is no room. A draft that is too large is not stored. */
export const keepDraft = ({ slot, ...content }: Draft) => {
  const text = JSON.stringify(content)
  if (text.length > largest) return dropDraft(slot)
  const others = slots()
    .filter((key) => key !== slot)
    .map((key) => ({ slot: key, at: readDraft(key)?.at ?? '', size: localStorage.getItem(key)?.length ?? 0 }))
    .sort((a, b) => b.at.localeCompare(a.at))
  let room = total - text.length
  others.forEach(({ slot, at, size }, index) => {
    room -= size
    if (room < 0 || index >= most - 1 || !(Date.parse(at) > Date.now() - longest)) dropDraft(slot)
  })
  try {
    localStorage.setItem(slot, text)
  } catch {
    // The browser has no room left: the form itself still holds the entries.
  }
}

/** Takes a draft away. */
export const dropDraft = (slot: string) => localStorage.removeItem(slot)

/**
 * Marks the draft as in use while its form is open, so that it is not offered elsewhere; returns the release function.
 */
export const holdSlot = (slot: string): (() => void) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(slot, () => held)
  return release
}

/** Without locks (a portal opened over plain HTTP) drafts of other open tabs are offered too, as copies. */
const heldSlots = async (): Promise<ReadonlySet<string>> => {
  const known = await navigator.locks?.query().catch(() => null)
  return new Set(known?.held?.flatMap(({ name }) => name ?? []))
}

/** Drafts are stored per account and never shown to another. */
const prefixOf = (area: string, id: number | undefined) => `${start}${session()?.id}:${area}:${id ?? 'new'}:`

const slots = () => Object.keys(localStorage).filter((name) => name.startsWith(start))

const readDraft = (slot: string): Draft | null => {
  try {
    return { slot, ...(JSON.parse(localStorage.getItem(slot) ?? '') as Omit<Draft, 'slot'>) }
  } catch {
    return null
  }
}

const start = 'draft:'
/** Milliseconds that a draft is kept. */
const longest = 14 * 24 * 3_600_000
/** Limits: characters of one draft and of all together, and the number of drafts. */
const largest = 600_000
const total = 2_000_000
const most = 20
