/**
 * A translatable text: a locale key and the values of its `{{placeholders}}`. Rendered in the language of the reader.
 */
export interface Text {
  key: string
  params?: Record<string, string | number | Text>
}

export const textOf = (key: string, params?: Text['params']): Text => (params ? { key, params } : { key })

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]
