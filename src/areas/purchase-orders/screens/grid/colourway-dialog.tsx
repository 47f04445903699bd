import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { t } from '#web/i18n.ts'
import { type Colourway, nameOfColourway } from './colourways'

/** Selects several colourways of an article; those already ordered are shown as such. */
export function ColourwayDialog({ title, colourways, ordered, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [typed, setTyped] = useState('')
  const titleId = useId()
  const free = colourways.filter(({ id, active }) => active && !ordered.includes(id))
  const sought = typed.trim().toLocaleLowerCase()
  const listed = colourways.filter(
    ({ id, active, code, name_en, name_zh }) =>
      (active || ordered.includes(id)) &&
      [code, name_en, name_zh ?? ''].some((name) => name.toLocaleLowerCase().includes(sought)),
  )
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id])
  // The order of the article's colourways, not that of the clicks.
  const chosenInOrder = colourways.flatMap(({ id }) => (chosen.includes(id) ? id : []))
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('grid.colourways_of', { article: title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
        {colourways.length > 10 && (
          <OutlinedInput
            size="small"
            fullWidth
            value={typed}
            placeholder={t('grid.find_colourway')}
            inputProps={{ 'aria-label': t('grid.find_colourway') }}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            disabled={free.length === 0}
            onClick={() => setChosen(chosen.length === free.length ? [] : free.map(({ id }) => id))}
          >
            {chosen.length === free.length && free.length > 0 ? t('grid.choose_none') : t('grid.choose_all')}
          </Button>
        </Box>
        <Box role="group" aria-labelledby={titleId} sx={{ display: 'grid' }}>
          {listed.map((colourway) => (
            <FormControlLabel
              key={colourway.id}
              disabled={ordered.includes(colourway.id)}
              control={
                <Checkbox
                  size="small"
                  checked={ordered.includes(colourway.id) || chosen.includes(colourway.id)}
                  onChange={() => toggle(colourway.id)}
                />
              }
              label={
                <>
                  {nameOfColourway(colourway)}{' '}
                  <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
                    {ordered.includes(colourway.id) ? t('grid.taken') : colourway.code}
                  </Box>
                </>
              }
              sx={{ minHeight: { xs: 44, md: 32 }, '& .MuiFormControlLabel-label': { fontSize: 14 } }}
            />
          ))}
          {listed.length === 0 && (
            <Box sx={{ fontSize: 13, color: 'text.secondary', py: 1 }}>{t('grid.none_found')}</Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <Button variant="contained" disabled={chosenInOrder.length === 0} onClick={() => onAdd(chosenInOrder)}>
          {chosenInOrder.length === 0 ? t('grid.add_colourways') : t('grid.add_count', { count: chosenInOrder.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  title: string
  colourways: readonly Colourway[]
  ordered: readonly number[]
  onAdd: (ids: readonly number[]) => void
  onClose: () => void
}
