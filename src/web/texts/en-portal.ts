import { texts as names } from 'virtual:area-names/en'
import type { MuiTexts } from '#web/theme.ts'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(
    [
      // Texts that every list needs; other files are loaded by the code that needs them.
      '../../../locales/en/{demo,kit,validation}.json',
      // Texts shared by all areas.
      '../../../locales/en/areas/base.json',
    ],
    {
      eager: true,
      import: 'default',
    },
  ),
  names,
)
export const mui: MuiTexts[] = []
