import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Dossier } from '#shared/kit/wire/dossier.ts'
import { type DossierForm, dossierForms, mostDossierRecords } from '#shared/trade/dossier.ts'
import { language as currentLanguage, t } from '#web/i18n.ts'
import { notifyFailure } from '#web/shell/messages/messages.ts'
import { type DossierTarget, dossiersOf, isOpen, useDossierCalls, useDossiers } from './data'
import { DossierRow } from './dossier-row'

/** Requests a dossier of records and lists their existing dossiers. */
export function DossierDialog({
  target,
  subject,
  onClose,
}: {
  target: DossierTarget
  subject: string
  onClose: () => void
}) {
  const titleId = useId()
  const { data = [] } = useDossiers()
  const { request } = useDossierCalls()
  const [form, setForm] = useState<DossierForm>('zip')
  const [language, setLanguage] = useState<Dossier['language']>(currentLanguage())
  const [isSending, setSending] = useState(false)
  const dossiers = dossiersOf(data, target)
  const present = dossiers.find((dossier) => dossier.form === form && dossier.language === language)
  const isThere = present !== undefined && (isOpen(present) || present.url !== null)
  const tooMany = target.ids.length > mostDossierRecords
  const make = async () => {
    setSending(true)
    await request({ ...target, form, language }).catch(notifyFailure)
    setSending(false)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`${t('dossier.heading')} ${subject}`}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ fontSize: 14, mb: 2 }}>{t('dossier.page.intro')}</DialogContentText>
        <Choice
          name="form"
          values={dossierForms}
          value={form}
          onChange={setForm}
          help={t(`dossier.page.form_help.${form}`)}
        />
        <Choice name="language" values={['en', 'zh', 'both'] as const} value={language} onChange={setLanguage} />
        {dossiers.length > 0 && (
          <Box component="ul" aria-label={t('dossier.page.mine')} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
            {dossiers.map((dossier) => (
              <DossierRow key={dossier.id} dossier={dossier} />
            ))}
          </Box>
        )}
        {dossiers.some(isOpen) && (
          <DialogContentText sx={{ fontSize: 14 }}>{t('dossier.page.may_leave')}</DialogContentText>
        )}
        {tooMany && (
          <DialogContentText sx={{ fontSize: 14 }}>
            {t('dossier.page.too_many', { max: mostDossierRecords })}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        <Button component={Link} to="/pages/dossiers" onClick={onClose} sx={{ mr: 'auto' }}>
          {t('dossier.page.all')}
        </Button>
        <Button onClick={onClose}>{t('kit.close')}</Button>
        <Button variant="contained" disabled={isThere || isSending || tooMany} onClick={() => void make()}>
          {t('dossier.page.make')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Choice<V extends string>({
  name,
  values,
  value,
  onChange,
  help,
}: {
  name: 'form' | 'language'
  values: readonly V[]
  value: V
  onChange: (value: V) => void
  help?: string
}) {
  const labelId = useId()
  return (
    <Box sx={{ mb: 1.5 }}>
      <FormLabel id={labelId}>{t(`dossier.page.${name}`)}</FormLabel>
      <RadioGroup row aria-labelledby={labelId} value={value} onChange={(_event, chosen) => onChange(chosen as V)}>
        {values.map((option) => (
          <FormControlLabel
            key={option}
            value={option}
            control={<Radio size="small" />}
            label={t(`dossier.page.${name}s.${option}`)}
          />
        ))}
      </RadioGroup>
      {help && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{help}</Box>}
    </Box>
  )
}
