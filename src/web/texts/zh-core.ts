import { zhCN } from '@mui/material/locale'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(['../../../locales/zh/{shell,pages,account,messages}.json'], {
    eager: true,
    import: 'default',
  }),
)
export const mui: object[] = [zhCN]
