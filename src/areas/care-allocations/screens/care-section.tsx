import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { CareChoice } from '#shared/standards/care-symbols.ts'
import { language } from '#web/i18n.ts'
import { CareLine } from '#web/kit/care/care-symbol.tsx'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { useRecord } from '#web/kit/record/use-record.ts'
import { careAllocations } from '../area'
import { screenText } from './texts'

/** The symbols on the label, and their wording in each of its languages that the library has. */
export function CareSection({ instruction, languages }: { instruction: number; languages: readonly string[] }) {
  const { record, error } = useRecord(areaOf(careAllocations, 'care_instruction_id'), instruction)
  // Users who may no longer read the instruction still see its name above.
  if (error) return null
  const labelTexts = [...(languages.includes('zh') ? ['zh'] : []), ...(languages.includes('en') ? ['en'] : [])]
  const ordered = language() === 'zh' ? labelTexts : labelTexts.toReversed()
  return (
    <Section title={screenText('care.title')}>
      {record ? (
        <>
          <CareLine choice={record as CareChoice} size={40} />
          {ordered.map((code) => (
            <Box key={code} lang={code} sx={{ mt: 1.5, fontSize: 13, whiteSpace: 'pre-wrap' }}>
              {String(record[`text_${code}`] ?? '')}
            </Box>
          ))}
        </>
      ) : (
        <Skeleton variant="rounded" height={40} />
      )}
    </Section>
  )
}
