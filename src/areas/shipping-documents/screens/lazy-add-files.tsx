import { type ComponentProps, lazy, Suspense } from 'react'
import { loadAllAreas } from '#web/i18n.ts'
import type { AddFilesDialog } from './add-files'

const Dialog = lazy(async () => {
  const [module] = await Promise.all([import('./add-files'), loadAllAreas()])
  return { default: module.AddFilesDialog }
})

/** The dialog for typing files, loaded with the first files. */
export const AddFiles = (props: ComponentProps<typeof AddFilesDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
