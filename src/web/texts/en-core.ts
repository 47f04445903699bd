import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    ['../../../locales/en/shell.json', '../../../locales/en/pages.json', '../../../locales/en/messages.json'],
    { eager: true, import: 'default' },
  ),
)
export const mui: object[] = []
