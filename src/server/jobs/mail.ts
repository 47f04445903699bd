import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Queryable } from '#server/db/types.ts'
import { renderText } from '#server/texts.ts'
import { type Language, type Text, textOf } from '#shared/kit/text.ts'
import { enqueue, type Handler } from './outbox'

/** A notice to send by mail. */
export interface Notice {
  params?: Text['params']
  paper?: MailedPaper
}

/**
 * A mail to one person, with the texts `mail.<mail>.subject` and `mail.<mail>.body` in the reader's language. A digest
 * of several notices has `mail.<mail>.many.subject` and `.intro`, and a line for each notice.
 */
export interface Mail extends Notice {
  mail: string
  to: string
  language: Language
  digest?: Digest
}

/** Several notices of a kind in one mail. */
interface Digest {
  /** The text of a notice's line: `mail.digest.lines.<line>`. */
  line: string
  /** The path of the list that shows all of them. */
  list: string
  /** The number of notices after the first one, and the first of those. */
  count: number
  notices: Notice[]
}

/** A record's paper to attach to a mail, of a certain revision; it is rendered when the mail is sent. */
export interface MailedPaper {
  area: string
  id: number
  revision?: number
  language: Language | 'both'
  supplier_id: number
}

/** Queues a mail, which is sent after the transaction has committed. */
export const queueMail = (tx: Queryable, mail: Mail) => enqueue(tx, 'mail', mail)

/**
 * Queues a notice that is combined with others of its kind to the same reader: a mail collects them for two minutes.
 * Once sending has started, no notice is added, so that every attempt has the same content.
 */
export const gatherMail = async (tx: Queryable, mail: Mail, { line, list }: Pick<Digest, 'line' | 'list'>) => {
  const { params, paper } = mail
  // Concurrent notices to the same reader wait for this transaction, so that they join its mail.
  await tx.query(
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [`mail ${mail.mail} ${mail.to}`],
    'outbox_gather_lock',
  )
  const [joined] = await tx.query(
    `update outbox set payload = jsonb_set(
       jsonb_set(payload, '{digest,count}', to_jsonb((payload #>> '{digest,count}')::int + 1)),
       '{digest,notices}', (payload #> '{digest,notices}')
         || case when jsonb_array_length(payload #> '{digest,notices}') < $5 then jsonb_build_array($4::jsonb) else '[]' end)
     where kind = 'mail' and done_at is null and attempts = 0 and due_at > now() and payload ? 'digest'
       and payload ->> 'mail' = $1 and payload ->> 'to' = $2 and payload ->> 'language' = $3
     returning id`,
    [mail.mail, mail.to, mail.language, JSON.stringify({ params, ...(paper && { paper }) }), maxLines - 1],
    'outbox_gather',
  )
  if (joined) return
  await tx.query(
    `insert into outbox (kind, payload, due_at) values ('mail', $1::jsonb, now() + make_interval(secs => $2))`,
    [JSON.stringify({ ...mail, digest: { line, list, count: 0, notices: [] } }), gatherSeconds],
    'outbox_gather_first',
  )
}

const gatherSeconds = 120
/** The number of notices that a mail lists, with their papers; further ones are only counted. */
const maxLines = 20

export interface MailOptions {
  /** The sender's address; by default `portal@` and the host of the portal. */
  from?: string
  /** The URL of an SMTP server; without one, mails are written to files in `folder`, which the log names. */
  url?: string
  folder: string
  /** The address of the portal, whose host is used for the sender and the message ids. */
  publicUrl: string
  /** Renders an attached paper; null if the reader may no longer see it. */
  papers?: (paper: MailedPaper) => Promise<PaperFile | null>
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Sends a mail now; `id` is the id of its job. */
export type SendMail = (mail: Mail, id: number) => Promise<void>

/** The outbox handler of the kind `mail`. */
export const mailHandler =
  (send: SendMail): Handler =>
  (payload, { id }) =>
    send(payload as Mail, id)

/**
 * In milliseconds. Nodemailer's defaults are minutes, for which an unresponsive server would block one of the few jobs.
 */
const smtpTimeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 }

/** Creates the function that sends mails through one transport. */
export const createMailer = ({ url, from, folder, publicUrl, papers, log }: MailOptions): SendMail => {
  const host = new URL(publicUrl).hostname
  const transport = url
    ? createTransport({ url, ...smtpTimeouts })
    : createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  return async (mail, id) => {
    const { to, language } = mail
    const { subject, text, papers: attachedPapers } = renderMail(mail, publicUrl)
    const files: PaperFile[] = []
    for (const paper of attachedPapers) {
      const file = await papers?.(paper)
      if (file) files.push(file)
    }
    const receipt = await transport.sendMail({
      from: { name: renderText(textOf('mail.sender'), language), address: from ?? `portal@${host}` },
      // An address object is not parsed as a list, so the mail goes to one person only.
      to: { name: '', address: to },
      subject,
      text,
      attachments: files.map(({ name, content }) => ({ filename: name, content, contentType: 'application/pdf' })),
      // The id is the same for every attempt, so that mail systems can detect duplicates.
      messageId: `<outbox-${id}@${host}>`,
    })
    if (url) return
    const path = join(folder, `${String(id).padStart(6, '0')}-${mail.mail}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, 'message' in receipt ? (receipt.message as Buffer) : '', { mode: 0o600 })
    log.info({ file: path, to }, `mail written to ${path}`)
  }
}

interface PaperFile {
  name: string
  content: Buffer
}

/** The subject and text of a mail in the reader's language, and the papers to attach. */
const renderMail = ({ mail, language, digest, ...first }: Mail, portal: string) => {
  const { params } = first
  const render = (key: string, more?: Text['params']) =>
    renderText(textOf(`mail.${key}`, { ...params, ...more }), language)
  const count = 1 + (digest?.count ?? 0)
  if (!digest || count === 1) {
    const papers = first.paper ? [first.paper] : []
    return { subject: render(`${mail}.subject`), text: render(`${mail}.body`, { portal }), papers }
  }
  const notices = [first, ...digest.notices]
  const unlisted = count - notices.length
  const reasons = new Set(notices.map(reasonOf))
  const isOneReason = unlisted === 0 && reasons.size === 1
  const lines = notices.map((notice) => {
    const line = renderText(textOf(`mail.digest.lines.${digest.line}`, notice.params), language)
    return `- ${[line, isOneReason ? '' : reasonOf(notice)].filter(Boolean).join('\n  ')}`
  })
  if (unlisted > 0) lines.push(render('digest.rest', { count: unlisted }))
  const intro = [render(`${mail}.many.intro`, { count }), isOneReason ? reasonOf(first) : '']
    .filter(Boolean)
    .join('\n\n')
  const all = render(unlisted > 0 && first.paper ? 'digest.all_with_papers' : 'digest.all')
  return {
    subject: render(`${mail}.many.subject`, { count }),
    text: render('digest.body', { intro, lines: lines.join('\n'), all, portal, list: digest.list }),
    papers: unlisted > 0 ? [] : notices.flatMap(({ paper }) => paper ?? []),
  }
}

const reasonOf = ({ params }: Notice) =>
  String(params?.reason ?? '')
    .replace(/\s+/g, ' ')
    .trim()
