import type { Area } from '#shared/kit/area.ts'
import { hasText, moveHelp, moveLabel, t } from '#web/i18n.ts'

/** The label of a move, or with `help` its explanation. `archive` and `restore` have texts for all areas. */
export const moveText = (area: Area, move: string, help?: 'help'): string => {
  const declared = area.lifecycle && move in area.lifecycle.moves
  if (help)
    return declared
      ? (moveHelp(area, move) ?? '')
      : hasText(`kit.moves.${move}_help`)
        ? t(`kit.moves.${move}_help`)
        : ''
  return declared ? moveLabel(area, move) : t(`kit.moves.${move}`)
}
