import { type ComponentType, lazy } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { OpenRecord } from './kit/record/record-actions'

/** What a list shows of a record beside it: the area's own screen where it has one, else null. */
export const previewOf = (area: Area): ComponentType<PreviewProps> | null => previews.get(area.name) ?? null

export interface PreviewProps {
  area: Area
  record: OpenRecord
}

const own = import.meta.glob<{ Preview: ComponentType<PreviewProps> }>('../areas/*/screens/preview.tsx')

const previews = new Map(
  Object.entries(own).map(([path, load]) => [
    path.split('/').at(-3) ?? '',
    lazy(() => load().then(({ Preview }) => ({ default: Preview }))),
  ]),
)
