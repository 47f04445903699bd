import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/en/areas/*.json',
      // Problems of changes are needed where records are edited, never in the landing list.
      '../../../locales/en/problems.json',
      '../../../locales/en/composition.json',
      '!**/areas/{base,purchase-orders}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const mui: MuiTexts[] = []
