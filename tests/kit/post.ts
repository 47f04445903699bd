import { expect } from 'vitest'
import { linkHandler } from '#server/auth/links.ts'
import type { Db } from '#server/db/types.ts'
import { type Mail, mailHandler } from '#server/jobs/mail.ts'
import { startOutbox } from '#server/jobs/outbox.ts'
import { renderText } from '#server/texts.ts'
import { textOf } from '#shared/kit/text.ts'

/** Where the links of these tests lead to. */
export const publicUrl = 'https://portal.example.test'

/** The outbox at work, and what it would have sent. */
export const openPost = async (db: Db) => {
  const mails: Mail[] = []
  const send = async (mail: Mail) => void mails.push(mail)
  const handlers = { mail: mailHandler(send), account_link: linkHandler({ db, publicUrl, send }) }
  const outbox = await startOutbox(db, handlers, silent)
  const waiting = 'select 1 from outbox where done_at is null and kind = any($1::text[])'
  /** Waits until no mail is left to send. */
  const settle = async () => {
    outbox.poke()
    await expect
      .poll(async () => (await db.query(waiting, [Object.keys(handlers)])).length, {
        interval: 20,
        timeout: 10_000,
      })
      .toBe(0)
  }
  return {
    mails,
    settle,
    /** All mails to an address so far, by name. */
    to: async (address: string) => {
      await settle()
      return mails.filter(({ to }) => to === address)
    },
    /** The token in the last link to an address. */
    token: async (address: string) => {
      await settle()
      const link = mails.filter(({ to, params }) => to === address && params?.link).at(-1)?.params?.link
      return new URL(String(link)).searchParams.get('token') ?? ''
    },
    stop: () => outbox.stop(),
  }
}

/** What the reader of a mail reads. */
export const bodyOf = ({ mail, language, params }: Mail) =>
  renderText(textOf(`mail.${mail}.body`, { ...params, portal: publicUrl }), language)

const silent = { info: () => {}, warn: () => {}, error: () => {} }
