import type { ReactNode } from 'react'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { createStore } from '#web/hooks/create-store.ts'

/** A message of the message bar. A later message with the same `key` replaces it in place (an undo countdown). */
export interface Message {
  tone: Tone
  text: string
  key?: string
  /** An action offered with the message. */
  action?: { label: string; run: () => void }
}

/** A confirmation dialog. `confirm` is the label of the button; `danger` colours the button red. */
export interface Question {
  title: string
  body?: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
}

/** Shows a message at the top for six seconds; it replaces the current one. */
export const notify = (message: Message) => messages.set({ ...message, shown: ++counter })

/** The message of an error. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Shows the message of an error. */
export const notifyFailure = (error: unknown) => notify({ tone: 'danger', text: failureText(error) })

/** Removes the message with this key early; without a key, the current message. */
export const dismiss = (key?: string) => {
  if (!key || messages.get()?.key === key) messages.set(null)
}

/** Opens a confirmation dialog. Resolves to true if it is confirmed; a second dialog cancels the first one. */
export const confirmDialog = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    questions.get()?.answer(false)
    questions.set({
      ...question,
      answer: (agreed) => {
        questions.set(null)
        resolve(agreed)
      },
    })
  })

/** The current message, for the bar. */
export const useMessage = () => messages.use()
/** The current question, for the dialog host. */
export const useQuestion = () => questions.use()

let counter = 0
const messages = createStore<(Message & { shown: number }) | null>(null)
const questions = createStore<(Question & { answer: (agreed: boolean) => void }) | null>(null)
