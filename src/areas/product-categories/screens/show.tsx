import type { Area } from '#shared/kit/area.ts'
import { RecordPage, RelatedAreas, ShowSections } from '#web/kit/record/area-show.tsx'
import { fieldRights } from '#web/providers/permission.ts'
import { productCategories } from '../area'
import { profileFields } from '../rules'
import { Profile } from './profile'

/** A category: its position in the tree, and the effective values for its order lines. */
export function Show({ area }: { area: Area }) {
  const shown = profileFields.filter((name) => fieldRights().mayRead(productCategories, name))
  return (
    <RecordPage area={area}>
      {(category) => (
        <>
          <ShowSections area={area} sections={[{ name: 'category', fields: ownFields }]} record={category} />
          {shown.length > 0 && <Profile category={category.id} fields={shown} />}
          <RelatedAreas area={area} id={category.id} />
        </>
      )}
    </RecordPage>
  )
}

const ownFields = ['name_en', 'name_zh', 'code', 'parent_id', 'full_path', 'full_path_zh', 'level', 'is_leaf']
