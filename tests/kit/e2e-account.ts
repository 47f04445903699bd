import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ownPortal, patience, type Stage } from './e2e'

/** An account that no other journey knows. */
export interface Fresh {
  id: number
  email: string
  password: string
}

/** An account made by the administrator, active at once unless it is to be invited. */
export const freshAccount = async (
  stage: Stage,
  name: string,
  { type = 'user', supplier_id, invited = false }: { type?: string; supplier_id?: number; invited?: boolean } = {},
): Promise<Fresh> => {
  const email = freshEmail(name)
  const person = { first_name: 'Robin', last_name: 'Marsh', email, type, ...(supplier_id ? { supplier_id } : {}) }
  const { id, version } = await stage.ask<{ id: number; version: number }>('admin', 'users', person)
  const password = 'tulip-Ladder-7'
  if (!invited) await stage.ask('admin', `users/${id}/moves/activate`, { version, password })
  return { id, email, password }
}

export const freshEmail = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@journey.test`

/** The path, with its token, that the newest mail of this kind to this address links to; waits for the mail. */
export const linkInMail = async (kind: string, to: string): Promise<string> => {
  let mails: string[] = []
  await expect
    .poll(
      async () => {
        mails = await mailsTo(kind, to)
        return mails.length
      },
      { timeout: patience, interval: 250 },
    )
    .toBeGreaterThan(0)
  const [link] = /https?:\/\/\S+/.exec(mails.at(-1) ?? '') ?? []
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

/** The texts of the mails of a kind to an address, in the order in which they were sent. */
export const mailsTo = async (kind: string, to: string): Promise<string[]> => {
  const folder = join(ownPortal().folder, 'data', 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${kind}.eml`)).sort()
  const mails = await Promise.all(names.map(async (name) => plain(await readFile(join(folder, name), 'utf8'))))
  return mails.filter((mail) => mail.includes(`To: ${to}`))
}

/** Quoted-printable (RFC 2045) as it was written. */
const plain = (mail: string) => {
  const bytes = mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
