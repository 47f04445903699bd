import { texts as names } from 'virtual:area-names/zh'
import { zhCN } from '@mui/x-data-grid/locales'
import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      // What every list says; each further file is named where it is needed.
      '../../../locales/zh/{demo,kit,validation}.json',
      // Texts shared by all areas.
      '../../../locales/zh/areas/base.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
  names,
)
export const mui: MuiTexts[] = [zhCN]
