import { type ComponentType, lazy } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { OpenRecord } from './kit/record/record-actions'

/** The preview component for records of an area beside its list; null if the area has none. */
export const previewOf = (area: Area): ComponentType<PreviewProps> | null => previews.get(area.name) ?? null

export interface PreviewProps {
  area: Area
  record: OpenRecord
}

const loaders = import.meta.glob<{ Preview: ComponentType<PreviewProps> }>('../areas/*/screens/preview.tsx')

const previews = new Map(
  Object.entries(loaders).map(([path, load]) => [
    path.split('/').at(-3) ?? '',
    lazy(() => load().then(({ Preview }) => ({ default: Preview }))),
  ]),
)
