import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import type { LineToReport, OpenSample } from '#shared/trade/cutting-gate.ts'
import { language } from '#web/i18n.ts'
import { screenText } from './texts'

/** Lists the samples that cutting waits for; hidden when there are none. */
export const OpenSamples = ({ line: { open_samples }, stops }: { line: LineToReport; stops: boolean }) =>
  open_samples.length > 0 && (
    <Alert severity="warning" variant="outlined">
      <AlertTitle>{screenText('samples_open')}</AlertTitle>
      {namesOf(open_samples)}
      {stops && ` ${screenText('samples_stop')}`}
    </Alert>
  )

/** The names of the samples in one sentence. */
export const namesOf = (samples: readonly OpenSample[]): string => {
  const isChinese = language() === 'zh'
  const names = samples.map(({ name_en, name_zh, status }) => {
    const name = (isChinese && name_zh) || name_en
    return status === null ? screenText('sample_missing', { name }) : name
  })
  return `${names.join(isChinese ? '、' : ', ')}${isChinese ? '。' : '.'}`
}
