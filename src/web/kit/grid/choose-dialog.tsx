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

/** Something that can be chosen, by all it is called. */
export interface Option {
  id: number
  name: string
  /** Beside the name, smaller. */
  note: string
  /** What it is found by. */
  words: readonly string[]
  /** It is there already. */
  isTaken: boolean
}

/** Selects several of many; those that are there already are shown as such. */
export function ChooseDialog({ title, options, find, add, taken, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [typed, setTyped] = useState('')
  const titleId = useId()
  const free = options.filter(({ isTaken }) => !isTaken)
  const sought = typed.trim().toLocaleLowerCase()
  const listed = options.filter(({ words }) => words.some((word) => word.toLocaleLowerCase().includes(sought)))
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id])
  // The order of the options, not that of the clicks.
  const chosenInOrder = options.flatMap(({ id }) => (chosen.includes(id) ? id : []))
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
        {options.length > 10 && (
          <OutlinedInput
            size="small"
            fullWidth
            value={typed}
            placeholder={find}
            inputProps={{ 'aria-label': find }}
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
          {listed.map(({ id, name, note, isTaken }) => (
            <FormControlLabel
              key={id}
              disabled={isTaken}
              control={<Checkbox size="small" checked={isTaken || chosen.includes(id)} onChange={() => toggle(id)} />}
              label={
                <>
                  {name}{' '}
                  <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
                    {isTaken ? taken : note}
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
          {add(chosenInOrder.length)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Props {
  title: string
  options: readonly Option[]
  /** The label of the search. */
  find: string
  /** The label of the button, by how many are chosen. */
  add: (count: number) => string
  /** What those that are there already are said to be. */
  taken: string
  onAdd: (ids: readonly number[]) => void
  onClose: () => void
}
