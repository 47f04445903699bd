import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/kit/errors.ts'
import { type Text, textOf } from '#shared/kit/text.ts'

/**
 * Accepts only JSON bodies (multipart routes add their own parser). Nesting is bounded, since recursive code would
 * overflow, and so are the members of each object and list, since each may produce an error; `__proto__` and
 * `constructor.prototype` are refused. An empty body is no body.
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

const deepest = 32
/** Twice the most that any route takes. */
const mostMembers = 2000

/** Why the text is not read as JSON: nested too deeply, or an object or list in it has too many members. */
const excessOf = (text: string): Text | undefined => {
  let depth = 0
  let quoted = false
  const members = Array<number>(deepest + 1).fill(0)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at++
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === brace || code === bracket) {
      if (++depth > deepest) return textOf('messages.too_deep', { max: deepest })
      members[depth] = 1
    } else if (code === brace + 2 || code === bracket + 2) depth--
    else if (code === comma) {
      members[depth] = (members[depth] ?? 0) + 1
      if ((members[depth] ?? 0) > mostMembers) return textOf('messages.too_many_members', { max: mostMembers })
    }
  }
  return undefined
}

const [quote, backslash, bracket, brace, comma] = [0x22, 0x5c, 0x5b, 0x7b, 0x2c]
