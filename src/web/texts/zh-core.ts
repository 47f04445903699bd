import { zhCN } from '@mui/material/locale'
import type { MuiTexts } from '#web/theme.ts'
import { invalid_token, passwords_differ, signed_in, token_expired, too_short } from '../../../locales/zh/messages.json'
import { tree } from './tree'

export const texts = tree(
  import.meta.glob<object>(['../../../locales/zh/{shell,pages,account}.json'], {
    eager: true,
    import: 'default',
  }),
  // The only server messages that the sign-in page shows itself.
  { messages: { invalid_token, passwords_differ, signed_in, token_expired, too_short } },
)
export const mui: MuiTexts[] = [zhCN]
