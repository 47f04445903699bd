import ContentPasteRounded from '@mui/icons-material/ContentPasteRounded'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { loadAllAreas } from '#web/i18n.ts'
import type { AreaListState } from '#web/kit/list/use-area-list.ts'
import { screenText } from './texts'

const PasteDialog = lazy(async () => {
  const [{ PasteDialog }] = await Promise.all([import('./paste-dialog'), loadAllAreas()])
  return { default: PasteDialog }
})

/** Opens the dialog in which a column of prices is pasted. */
export function PasteButton({ list }: { list: AreaListState }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ContentPasteRounded />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {screenText('paste.open')}
      </Button>
      {open && (
        <Suspense>
          <PasteDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
