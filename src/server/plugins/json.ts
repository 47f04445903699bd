import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/kit/errors.ts'
import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * Accepts only JSON bodies (multipart routes add their own parser). Limits the depth, since recursive code could overflow
 * the stack, and the members of each object and list, since each may cause an error. `__proto__` and
 * `constructor.prototype` are refused. An empty body counts as absent.
 */
export const json = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = excessOf(body)
    if (excess) done(new Refusal(400, 'malformed', excess))
    else if (body === '') done(null)
    else parse(request, body, done)
  })
}

const maxDepth = 32
/** Twice as many as any route accepts. */
const maxMembers = 2000

/** Why a body is not parsed: it is nested too deeply, or an object or list in it has too many members. */
const excessOf = (text: string): Text | undefined => {
  let depth = 0
  let isInString = false
  const members = Array<number>(maxDepth + 1).fill(0)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === backslash) index++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === brace || code === bracket) {
      if (++depth > maxDepth) return textOf('messages.too_deep', { max: maxDepth })
      members[depth] = 1
      // In ASCII, the closing brace and bracket are two after the opening ones.
    } else if (code === brace + 2 || code === bracket + 2) depth--
    else if (code === comma) {
      members[depth] = (members[depth] ?? 0) + 1
      if ((members[depth] ?? 0) > maxMembers) return textOf('messages.too_many_members', { max: maxMembers })
    }
  }
  return undefined
}

const [quote, backslash, bracket, brace, comma] = [0x22, 0x5c, 0x5b, 0x7b, 0x2c]
