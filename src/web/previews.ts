import { type ComponentType, lazy } from 'react'
import type { Area } from '#shared/kit/area.ts'
import type { OpenRecord } from './kit/record/record-actions'

/** The preview of a record next to its list: the area's own component, else null. */
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
