import type { FastifyInstance } from 'fastify'
import { say } from '../../shared/text'
import { Refusal } from '../kit/errors'

/**
 * Bodies are JSON and nothing else (multipart routes add their own parser). Nesting is bounded, since whatever walks
 * the value later by recursion would overflow; `__proto__` and `constructor.prototype` are refused.
 */
export const json = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isDeeperThan(body, deepest)) done(new Refusal(400, 'malformed', say('messages.too_deep', { max: deepest })))
    else parse(request, body, done)
  })
}

const deepest = 32

const isDeeperThan = (text: string, limit: number) => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at++
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === brace || code === bracket) {
      if (++depth > limit) return true
    } else if (code === brace + 2 || code === bracket + 2) depth--
  }
  return false
}

const [quote, backslash, bracket, brace] = [0x22, 0x5c, 0x5b, 0x7b]
