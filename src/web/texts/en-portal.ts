import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      // What every list says; each further file is named where it is needed.
      '../../../locales/en/{demo,kit,validation}.json',
      // Only the landing area, and texts shared by all areas.
      '../../../locales/en/areas/{base,purchase-orders}.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
)
export const mui: MuiTexts[] = []
