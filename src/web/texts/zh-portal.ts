import { texts as names } from 'virtual:area-names/zh'
import { zhCN } from '@mui/x-data-grid/locales'
import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      // Texts that every list needs; other files are loaded by the code that needs them.
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

/** MUI's Chinese locale lacks these texts. */
const pagination = {
  'aria-label': '分页',
  getItemAriaLabel: (type: string, page: number | null, selected: boolean) =>
    ({ first: '第一页', last: '最后一页', next: '下一页', previous: '上一页' })[type] ??
    (selected ? `第 ${page} 页` : `转到第 ${page} 页`),
}

export const mui: MuiTexts[] = [zhCN, { components: { MuiPagination: { defaultProps: pagination } } }]
