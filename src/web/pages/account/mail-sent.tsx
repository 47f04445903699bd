import MarkEmailReadRounded from '@mui/icons-material/MarkEmailReadRounded'
import Box from '@mui/material/Box'
import { t } from '#web/i18n.ts'

/**
 * Confirms that a mail was sent, and says what to do if it does not arrive. The answer is the same for addresses
 * without an account.
 */
export const MailSent = ({ email, message }: { email: string; message: string }) => (
  <Box sx={{ display: 'flex', gap: 2 }}>
    <MarkEmailReadRounded aria-hidden sx={{ fontSize: 28, color: 'success.main', flexShrink: 0 }} />
    <Box sx={{ minWidth: 0 }}>
      <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 500 }}>{email}</Box>
        {message}
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 1.5, pl: 2.5, color: 'text.secondary', fontSize: 13, lineHeight: '20px' }}>
        <li>{t('account.sent.wait')}</li>
        <li>{t('account.sent.junk')}</li>
        <li>{t('account.sent.ask')}</li>
      </Box>
    </Box>
  </Box>
)
