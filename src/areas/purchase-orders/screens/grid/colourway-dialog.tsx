import { t } from '#web/i18n.ts'
import { ChooseDialog } from '#web/kit/grid/choose-dialog.tsx'
import { type Colourway, nameOfColourway } from './colourways'

/** Selects several colourways of an article; those already ordered are marked. */
export function ColourwayDialog({ title, colourways, ordered, onAdd, onClose }: Props) {
  return (
    <ChooseDialog
      title={t('grid.colourways_of', { article: title })}
      options={colourways
        .filter(({ id, active }) => active || ordered.includes(id))
        .map((colourway) => ({
          id: colourway.id,
          name: nameOfColourway(colourway),
          note: colourway.code,
          words: [colourway.code, colourway.name_en, colourway.name_zh ?? ''],
          isTaken: ordered.includes(colourway.id),
        }))}
      find={t('grid.find_colourway')}
      add={(count) => (count === 0 ? t('grid.add_colourways') : t('grid.add_count', { count }))}
      taken={t('grid.taken')}
      onAdd={onAdd}
      onClose={onClose}
    />
  )
}

interface Props {
  title: string
  colourways: readonly Colourway[]
  ordered: readonly number[]
  onAdd: (ids: readonly number[]) => void
  onClose: () => void
}
