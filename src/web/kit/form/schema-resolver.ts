import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { config, type ZodType } from 'zod'
import { issueTexts, type Values } from '#shared/kit/schema.ts'
import type { Text } from '#shared/kit/text.ts'
import { renderText } from '#web/i18n.ts'

// Zod tests whether it may compile its checks with `eval`, which the browser reports as a violation of the content
// policy.
config({ jitless: true })

/**
 * A resolver of React Hook Form that validates with a shared schema. `toWire` converts the form's values to the request
 * body. Errors without a path are put under `root`.
 */
export const schemaResolver =
  (schema: ZodType<Values>, toWire: (values: FieldValues) => Values = (values) => values): Resolver<FieldValues> =>
  (values) => {
    const result = schema.safeParse(toWire(values), { reportInput: true })
    return result.success
      ? { values: result.data, errors: {} }
      : { values: {}, errors: formErrors(messagesByPath(result.error)) }
  }

/** Converts messages by path (`lines.0.qty`) to the nested errors of React Hook Form. */
export const formErrors = (messages: Record<string, string>): FieldErrors => {
  const errors: Record<string, unknown> = {}
  for (const [path, message] of Object.entries(messages)) {
    const names = path === '' ? ['root'] : path.split('.')
    let node = errors
    for (const name of names.slice(0, -1)) {
      node[name] ??= {}
      node = node[name] as Record<string, unknown>
    }
    const lastName = names.at(-1) ?? ''
    node[lastName] = { ...(node[lastName] as object | undefined), type: 'schema', message }
  }
  return errors as FieldErrors
}

type Issues = Parameters<typeof issueTexts>[0]
const messagesByPath = (error: Issues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(issueTexts(error)).map(([path, texts]: [string, Text[]]) => [path, texts.map(renderText).join(' ')]),
  )
