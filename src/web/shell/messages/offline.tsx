import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import { t } from '#web/i18n.ts'
import { savesOffline } from './saves-offline'

/** Shown while the connection is lost. */
export const OfflineNotice = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isTold = savesOffline.use()
  return (
    <Box
      role="status"
      sx={({ palette }) => ({
        backgroundColor: palette.tones.danger.tint,
        color: palette.tones.danger.text,
        textAlign: 'center',
        fontSize: 13,
      })}
    >
      {online || isTold ? null : <Box sx={{ px: 2, py: 0.75 }}>{t('shell.offline')}</Box>}
    </Box>
  )
}

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
