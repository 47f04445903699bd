import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import type { Area } from '../../shared/area'
import type { Values } from '../../shared/schema'
import { fieldLabel, t } from '../i18n'
import { formatValue } from './cell'
import { sameValue } from './form-values'

/**
 * Shows what somebody else saved meanwhile, field by field beside the own entries, and lets the person choose. `onChoose`
 * gets the names of the fields for which the own value stands.
 */
export function StaleDialog({ area, conflict, onChoose, onDiscard, onClose }: Props) {
  const { theirs, mine, before } = conflict
  const [keepMine, setKeepMine] = useState<readonly string[]>(() => Object.keys(mine))
  const titleId = useId()
  const disputed = Object.keys(mine).filter(
    (name) => !sameValue(theirs[name], before[name]) && !sameValue(theirs[name], mine[name]),
  )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('kit.stale.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 14, mb: 2 }}>
          {disputed.length > 0 ? t('kit.stale.body') : t('kit.stale.nothing')}
        </DialogContentText>
        {disputed.map((name) => (
          <Box
            key={name}
            role="radiogroup"
            aria-label={t('kit.stale.choose', { field: fieldLabel(area, name) })}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '160px 1fr 1fr' },
              gap: 1,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary', pt: 1 }}>{fieldLabel(area, name)}</Box>
            <Side
              name={name}
              label={t('kit.stale.theirs')}
              written={formatValue(area, name, theirs)}
              chosen={!keepMine.includes(name)}
              onChoose={() => setKeepMine(keepMine.filter((one) => one !== name))}
            />
            <Side
              name={name}
              label={t('kit.stale.mine')}
              written={formatValue(area, name, mine)}
              chosen={keepMine.includes(name)}
              onChoose={() => setKeepMine([...keepMine.filter((one) => one !== name), name])}
            />
          </Box>
        ))}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onDiscard}>{t('kit.stale.discard')}</Button>
        <Button variant="contained" onClick={() => onChoose(keepMine)}>
          {t('kit.stale.go_on')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What the form started from, what stands now, and what the person changed. */
export interface Conflict {
  before: Values
  theirs: Values
  mine: Values
}

interface Props {
  area: Area
  conflict: Conflict
  onChoose: (keepMine: readonly string[]) => void
  onDiscard: () => void
  onClose: () => void
}

function Side({ name, label, written, chosen, onChoose }: SideProps) {
  return (
    <Box
      component="label"
      sx={({ palette }) => ({
        display: 'flex',
        gap: 1,
        alignItems: 'flex-start',
        p: 1,
        borderRadius: 1,
        cursor: 'pointer',
        border: `1px solid ${chosen ? palette.focus : palette.divider}`,
        bgcolor: chosen ? palette.surfaces.chosen : 'transparent',
        minWidth: 0,
      })}
    >
      <input type="radio" name={`stale-${name}`} checked={chosen} onChange={onChoose} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          {label}
        </Box>
        {written || '–'}
      </Box>
    </Box>
  )
}
interface SideProps {
  name: string
  label: string
  written: string
  chosen: boolean
  onChoose: () => void
}
