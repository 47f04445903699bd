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

/** Facts of the attached certificate that differ from the record; the user applies or ignores each. */
export function CertificateSays({ record }: { record: AnyRecord & { editable?: readonly string[] } }) {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const { data: files } = useAttachments(area, record.id)
  const stamp = (files ?? []).map(({ id, kind, scan }) => `${id}${kind}${scan}`).join()
  const { data: facts } = useCertificate(record.id, stamp)
  const offers = fields.flatMap((name) => offersOf(record, name, facts?.[name] ?? []))
  if (!facts?.file || offers.length === 0) return null
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
    <Section title={screenText('says.title')} help={screenText('says.help', { file: facts.file.name })}>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none', fontSize: 13 }}>
        {offers.map(({ name, value }) => (
          <Box
            component="li"
            key={name + value}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}
          >
            <Box component="span" className="tabular" sx={{ minWidth: { sm: 280 } }}>
              {screenText(`says.${name}`, { value: factText(name, value) })}
            </Box>
            <Button
              size="small"
              variant="outlined"
              disabled={busy}
              aria-label={screenText('apply_value', { field: fieldLabel(area, name), value: factText(name, value) })}
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

/**
 * Values of the certificate that differ from the record in an editable field; empty when one of them is already
 * entered.
 */
const offersOf = (
  record: AnyRecord & { editable?: readonly string[] },
  name: SaidField,
  candidates: readonly string[],
): { name: SaidField; value: string }[] =>
  record.editable?.includes(name) && !candidates.includes(String(record[name] ?? ''))
    ? candidates.map((value) => ({ name, value }))
    : []

const factText = (name: SaidField, value: string) => (name === 'certificate_no' ? value : format.date(value))
