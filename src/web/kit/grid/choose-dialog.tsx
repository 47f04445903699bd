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

/** An option of the dialog. */
export interface Option {
  id: number
  name: string
  /** Small text next to the name. */
  note: string
  /** Texts that the search compares. */
  words: readonly string[]
  /** Whether it is in the grid already and cannot be selected. */
  isTaken: boolean
}

/** Selects several of many options by search; options that the grid has already are marked. */
export function ChooseDialog({ title, options, find, add, taken, onAdd, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [typed, setTyped] = useState('')
  const titleId = useId()
  const freeOptions = options.filter(({ isTaken }) => !isTaken)
  const sought = typed.trim().toLocaleLowerCase()
  const listed = options.filter(({ words }) =>
    words.some((typedWord) => typedWord.toLocaleLowerCase().includes(sought)),
  )
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((chosenId) => chosenId !== id) : [...chosen, id])
  // In the order of the options, not of the clicks.
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
            disabled={freeOptions.length === 0}
            onClick={() => setChosen(chosen.length === freeOptions.length ? [] : freeOptions.map(({ id }) => id))}
          >
            {chosen.length === freeOptions.length && freeOptions.length > 0
              ? t('grid.choose_none')
              : t('grid.choose_all')}
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
  /** Label of the search field. */
  find: string
  /** Label of the button, by the number of selected options. */
  add: (count: number) => string
  /** The note on options that the grid has already. */
  taken: string
  onAdd: (ids: readonly number[]) => void
  onClose: () => void
}
