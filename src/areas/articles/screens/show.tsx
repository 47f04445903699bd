import type { Area } from '#shared/kit/area.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { LastPrice } from './last-price'
import { ColourCompositions, Images, SkuSection } from './lazy-sections'
import { sections } from './sections'

/** The page of an article: fields, SKU matrix, orders and history. */
export function Show({ area }: { area: Area }) {
  return (
    <RecordPage area={area}>
      {(article) => (
        <>
          <SkuSection record={article} />
          <ColourCompositions record={article} />
          <Images record={article} />
          <ShowSections area={area} sections={sectionsOf(article)} record={article} />
          <LastPrice id={article.id} />
          <RelatedAreas area={area} id={article.id} />
        </>
      )}
    </RecordPage>
  )
}

const sectionsOf = ({ seasons }: Record<string, unknown>) =>
  Array.isArray(seasons) && seasons.length > 0 ? [...sections, { name: 'seasons', fields: ['seasons'] }] : sections
