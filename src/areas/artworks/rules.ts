import type { Rules } from '#shared/kit/rules.ts'
import { openArtworkStates } from '#shared/trade/artworks.ts'

export const rules: Rules = {
  editable:
    ({ status }) =>
    () =>
      openArtworkStates.includes(status ?? ''),
}
