import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAllAreas, t } from '#web/i18n.ts'
import { useUnsavedGuard } from '#web/kit/form/use-unsaved-guard.ts'
import { Page as Frame } from '#web/kit/page/page.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { previousAddress } from '#web/pages/trail.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { ReportForm } from './report/form'
import { OwnTickets, ownTicketsKey } from './report/own-tickets'

/** `/pages/label_design`: the page behind the menu entry Report Bug. */
export const Page = () => {
  const client = useQueryClient()
  const [page] = useState(previousAddress)
  const [sentNo, setSentNo] = useState<string | null>(null)
  const [isDirty, setDirty] = useState(false)
  const title = t('members.report.title')
  usePageTitle(title)
  useUnsavedGuard(isDirty)
  const onSent = (ticketNo: string) => {
    setSentNo(ticketNo)
    void client.invalidateQueries({ queryKey: ownTicketsKey })
  }
  return (
    <Frame title={title} fit="form">
      {sentNo ? <Thanks ticketNo={sentNo} /> : null}
      <Section title={t('members.report.section')} help={t('members.report.help')}>
        <ReportForm page={page} onSent={onSent} onDirty={setDirty} />
      </Section>
      <OwnTickets />
    </Frame>
  )
}

export const ready = loadAllAreas

const Thanks = ({ ticketNo }: { ticketNo: string }) => (
  <Box
    role="status"
    sx={({ palette }) => ({
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      p: 2,
      borderRadius: 1,
      bgcolor: palette.tones.success.tint,
      color: palette.tones.success.text,
    })}
  >
    <CheckCircleRounded aria-hidden />
    <Box>
      <Box sx={{ fontWeight: 600 }}>{t('members.report.sent_title', { ticketNo })}</Box>
      <Box sx={{ fontSize: 13 }}>{t('members.report.sent')}</Box>
    </Box>
  </Box>
)
