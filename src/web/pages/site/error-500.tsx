import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link, useSearchParams } from 'react-router'
import { loadAllTexts, t } from '#web/i18n.ts'
import { PlainPage } from '#web/pages/plain-page.tsx'

export const ready = loadAllTexts

/** `/pages/errors/error-500?id=…`: a server error; the request id identifies the log entry. */
export const Page = () => {
  const [params] = useSearchParams()
  const id = /^[\w-]{1,64}$/.exec(params.get('id') ?? '')?.[0]
  return (
    <PlainPage name={t('site.error_500.page')} title={t('site.error_500.title')} body={t('site.error_500.body')}>
      {id ? (
        <Typography sx={{ mb: 3, fontSize: 13, overflowWrap: 'anywhere' }}>
          {t('shell.errors.request', { id })}
        </Typography>
      ) : null}
      <Button component={Link} to="/" variant="contained">
        {t('pages.not_found.back')}
      </Button>
    </PlainPage>
  )
}
