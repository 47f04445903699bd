import { zhCN } from '@mui/material/locale'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    ['../../../locales/zh/shell.json', '../../../locales/zh/pages.json', '../../../locales/zh/messages.json'],
    { eager: true, import: 'default' },
  ),
)
export const mui: object[] = [zhCN]
