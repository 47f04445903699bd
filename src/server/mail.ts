import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { type Language, say, type Text } from '../shared/text'
import type { Queryable } from './db/types'
import { enqueue, type Handler } from './outbox'
import { render } from './texts'

/** A mail to one person: the texts `mail.<mail>.subject` and `mail.<mail>.body` in the reader's language. */
export interface Mail {
  mail: string
  to: string
  language: Language
  params?: Text['params']
  paper?: MailedPaper
}

/** The paper of a record that a mail to a supplier carries: made when the mail is sent, of the revision that it speaks of. */
export interface MailedPaper {
  area: string
  id: number
  revision?: number
  language: Language | 'both'
  supplier_id: number
}

/** Sends a mail once the transaction is committed. */
export const queueMail = (tx: Queryable, mail: Mail) => enqueue(tx, 'mail', mail)

/**
 * Lets news of one kind for one reader gather into one mail: as long as it has not left, each adds its line and counts.
 * The first waits a minute for others.
 */
export const gatherMail = async (tx: Queryable, mail: Mail, line: string) => {
  const [waiting] = await tx.query(
    `update outbox set payload = jsonb_set(jsonb_set(payload, '{params,count}', to_jsonb((payload #>> '{params,count}')::int + 1)),
       '{params,lines}', to_jsonb((payload #>> '{params,lines}') || case when (payload #>> '{params,count}')::int < $4::int
         then E'\\n' || $3::text else '' end))
     where kind = 'mail' and done_at is null and attempts = 0 and due_at > now()
       and payload ->> 'mail' = $1 and payload ->> 'to' = $2
     returning id`,
    [mail.mail, mail.to, line, mostLines],
    'outbox_gather',
  )
  if (waiting) return
  await tx.query(
    `insert into outbox (kind, payload, due_at) values ('mail', $1::jsonb, now() + interval '1 minute')`,
    [JSON.stringify({ ...mail, params: { ...mail.params, count: 1, lines: line } })],
    'outbox_gather_first',
  )
}

/** Lines that one mail spells out; beyond them its count tells. */
const mostLines = 60

export interface MailOptions {
  /** SMTP address of a server; without one mails become files in `folder`, named in the log. */
  url?: string
  folder: string
  /** Address of the portal; its host is the sender's and the message ids'. */
  publicUrl: string
  /** Makes the papers that mails carry; nothing for one that its reader may not see any more. */
  papers?: (paper: MailedPaper) => Promise<{ name: string; content: Buffer } | null>
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Sends a mail now, under the id of the job that asks for it. */
export type SendMail = (mail: Mail, id: number) => Promise<void>

/** The outbox handler of the kind `mail`. */
export const mailHandler =
  (send: SendMail): Handler =>
  (payload, { id }) =>
    send(payload as Mail, id)

/** The way out for mails, opened once. */
export const createMailer = ({ url, folder, publicUrl, papers, log }: MailOptions): SendMail => {
  const host = new URL(publicUrl).hostname
  const transport = url
    ? createTransport(url)
    : createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  return async ({ mail, to, language, params, paper }, id) => {
    const file = paper && (await papers?.(paper))
    const sent = await transport.sendMail({
      from: { name: render(say('mail.sender'), language), address: `portal@${host}` },
      // An address object is never read as a list: whatever stands in the account, one person gets the mail.
      to: { name: '', address: to },
      subject: render(say(`mail.${mail}.subject`, params), language),
      text: render(say(`mail.${mail}.body`, { ...params, portal: publicUrl }), language),
      ...(file && {
        attachments: [{ filename: file.name, content: file.content, contentType: 'application/pdf' }],
      }),
      // The same for every attempt, so that a mail system can tell a repetition.
      messageId: `<outbox-${id}@${host}>`,
    })
    if (url) return
    const path = join(folder, `${String(id).padStart(6, '0')}-${mail}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, 'message' in sent ? (sent.message as Buffer) : '', { mode: 0o600 })
    log.info({ file: path, to }, `mail written to ${path}`)
  }
}
