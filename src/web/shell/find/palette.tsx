import { lazy, useState } from 'react'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { MountOnce } from '#web/loading/mount-once.tsx'

/**
 * Opens dialogs by key on every page: Ctrl or ⌘ with K opens the command palette, `?` the list of shortcuts. The key
 * listener is added in the first rendering, before the browser can handle the keys itself; the dialogs are loaded on
 * demand.
 */
export const Palette = () => {
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null)
  useShortcut('mod+k', () => setShown('palette'))
  useShortcut('?', () => setShown('keys'))
  const close = () => setShown(null)
  return (
    <>
      <MountOnce when={shown === 'palette'}>
        <PaletteDialog open={shown === 'palette'} onClose={close} onKeys={() => setShown('keys')} />
      </MountOnce>
      <MountOnce when={shown === 'keys'}>
        <KeysHelp open={shown === 'keys'} onClose={close} />
      </MountOnce>
    </>
  )
}

const PaletteDialog = lazy(async () => {
  const [module] = await Promise.all([import('./palette-dialog'), loadAllAreas()])
  return { default: module.PaletteDialog }
})
const KeysHelp = lazy(async () => {
  const [module] = await Promise.all([import('./keys-help'), loadAllAreas()])
  return { default: module.KeysHelp }
})
