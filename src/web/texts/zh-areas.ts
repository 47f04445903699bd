import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/zh/areas/*.json',
      // What stands against a change is said where records are written, never in the list that people land on.
      '../../../locales/zh/problems.json',
      '../../../locales/zh/composition.json',
      '!**/areas/{base,purchase-orders}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const mui: MuiTexts[] = []
