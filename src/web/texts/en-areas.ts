import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      '../../../locales/en/areas/*.json',
      // What stands against a change is said where records are written, never in the list that people land on.
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
