import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { useAttachments } from '#web/kit/files/data.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { factoryAccreditations as area } from '../area'
import { useCertificate } from './data'
import { screenText } from './texts'

const fields = ['valid_from', 'valid_to', 'certificate_no'] as const
type SaidField = (typeof fields)[number]

/** What the attached certificate says and the record does not: each is applied by a person, or left. */
export function CertificateSays({ record }: { record: AnyRecord & { editable?: readonly string[] } }) {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const { data: files } = useAttachments(area, record.id)
  const stamp = (files ?? []).map(({ id, kind, scan }) => `${id}${kind}${scan}`).join()
  const { data: says } = useCertificate(record.id, stamp)
  const offers = fields.flatMap((name) => offersOf(record, name, says?.[name] ?? []))
  if (!says?.file || offers.length === 0) return null
  const apply = async (name: SaidField, value: string) => {
    setBusy(true)
    try {
      await api('PATCH', `${area.name}/${record.id}`, { body: { version: record.version, [name]: value } })
      notify({ tone: 'success', text: screenText('says.applied', { field: fieldLabel(area, name) }) })
    } catch (error) {
      notifyFailure(error)
    }
    await refresh()
    setBusy(false)
  }
  return (
    <Section title={screenText('says.title')} help={screenText('says.help', { file: says.file.name })}>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none', fontSize: 13 }}>
        {offers.map(({ name, value }) => (
          <Box
            component="li"
            key={name + value}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}
          >
            <Box component="span" className="tabular" sx={{ minWidth: { sm: 280 } }}>
              {screenText(`says.${name}`, { value: written(name, value) })}
            </Box>
            <Button
              size="small"
              variant="outlined"
              disabled={busy}
              aria-label={screenText('apply_value', { field: fieldLabel(area, name), value: written(name, value) })}
              sx={{ minHeight: { xs: 44, sm: 30 } }}
              onClick={() => void apply(name, value)}
            >
              {screenText('apply')}
            </Button>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

/** Candidates that differ from the record, where the person may change it; none once one of them stands there. */
const offersOf = (
  record: AnyRecord & { editable?: readonly string[] },
  name: SaidField,
  candidates: readonly string[],
): { name: SaidField; value: string }[] =>
  record.editable?.includes(name) && !candidates.includes(String(record[name] ?? ''))
    ? candidates.map((value) => ({ name, value }))
    : []

const written = (name: SaidField, value: string) => (name === 'certificate_no' ? value : format.date(value))
