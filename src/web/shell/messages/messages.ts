import type { ReactNode } from 'react'
import type { Tone } from '#shared/kit/lifecycle.ts'
import { createStore } from '#web/hooks/create-store.ts'

/** A message of the message bar; with `key` a later message replaces it in place (an undo countdown). */
export interface Message {
  tone: Tone
  text: string
  key?: string
  /** One thing that can be done about it. */
  action?: { label: string; run: () => void }
}

/** A confirmation dialog. `confirm` is the verb on the button; `danger` colours it red. */
export interface Question {
  title: string
  body?: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
}

/** Shows one message at the top for six seconds; a new one replaces the old. */
export const notify = (message: Message) => messages.set({ ...message, shown: ++counter })

/** What went wrong, in words. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Shows what went wrong. */
export const notifyFailure = (error: unknown) => notify({ tone: 'danger', text: failureText(error) })

/** Takes a message away before its time; without a key whichever is shown. */
export const dismiss = (key?: string) => {
  if (!key || messages.get()?.key === key) messages.set(null)
}

/** Opens a confirmation dialog and resolves to true when confirmed; a second one cancels the first. */
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

/** The message on show, for the bar. */
export const useMessage = () => messages.use()
/** The open question, for the dialog host. */
export const useQuestion = () => questions.use()

let counter = 0
const messages = createStore<(Message & { shown: number }) | null>(null)
const questions = createStore<(Question & { answer: (agreed: boolean) => void }) | null>(null)
