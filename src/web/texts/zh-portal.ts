import { zhCN } from '@mui/x-data-grid/locales'
import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/zh/*.json',
      // Only the landing area, and texts shared by all areas.
      '../../../locales/zh/areas/{base,purchase-orders}.json',
      '!**/{shell,pages,account,messages,mail,paper,display,members,site,files,compare,import,delimited,views,editing,grid,problems,composition,dossier}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const mui: MuiTexts[] = [zhCN]
