import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { loadAllAreas, t } from '#web/i18n.ts'
import type { DossierTarget } from './data'

const Loaded = lazy(async () => {
  const [module] = await Promise.all([import('./dossier-dialog'), loadAllAreas()])
  return { default: module.DossierDialog }
})

/** `DossierDialog`, loaded with its texts on demand. */
export function DossierDialog(props: { target: DossierTarget; subject: string; onClose: () => void }) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

/** A button that opens the dialog for the given records. */
export function DossierButton({ target, subject, size }: { target: DossierTarget; subject: string; size?: 'small' }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button variant="outlined" size={size} onClick={() => setShown(true)}>
        {t('kit.dossier')}
      </Button>
      {isShown && <DossierDialog target={target} subject={subject} onClose={() => setShown(false)} />}
    </>
  )
}
