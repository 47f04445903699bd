import EngineeringRounded from '@mui/icons-material/EngineeringRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { loadAllTexts, t } from '#web/i18n.ts'
import { CentredPage } from '#web/pages/account/centred-page.tsx'
import { Countdown } from '#web/shell/countdown.tsx'
import { usePageTitle } from '#web/shell/page-title.ts'

export const ready = loadAllTexts

/** `/pages/maintenance?until=2027-03-01T06:00Z`: how long maintenance takes, and a link to continue when it is over. */
export const Page = () => {
  usePageTitle(t('site.maintenance.page'))
  const [params] = useSearchParams()
  const until = Date.parse(params.get('until') ?? '')
  const [isOver, setOver] = useState(false)
  return (
    <CentredPage>
      <EngineeringRounded aria-hidden sx={{ fontSize: 48, color: 'secondary.main' }} />
      <Box>
        <Typography variant="h1" gutterBottom>
          {t(isOver ? 'site.maintenance.over' : 'site.maintenance.title')}
        </Typography>
        <Typography color="text.secondary" role="status">
          {t(isOver ? 'site.maintenance.over_help' : 'site.maintenance.help')}
        </Typography>
      </Box>
      <Countdown {...(Number.isNaN(until) ? {} : { end: until })} onComplete={() => setOver(true)} />
      <Button component={Link} to="/" variant={isOver ? 'contained' : 'text'}>
        {t('pages.not_found.back')}
      </Button>
    </CentredPage>
  )
}
