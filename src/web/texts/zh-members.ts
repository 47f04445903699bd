import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/zh/{display,finance,members,site,files,compare,import,delimited,views,editing,grid,dossier}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const mui: MuiTexts[] = []
