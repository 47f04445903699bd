import Box from '@mui/material/Box'
import { useState } from 'react'
import { language, useLanguage } from '#web/i18n.ts'
import { Section as PageSection } from '#web/kit/page/section.tsx'
import { EmptyState, FailedState } from '#web/kit/page/states.tsx'
import { Chooser } from '#web/kit/sheet/chooser.tsx'
import { MissingList } from '#web/kit/sheet/missing-list.tsx'
import { type LineLabels, useLabels } from './label/data'
import { LabelView } from './label/label-view'
import { PrintButtons } from './label/print-buttons'
import { screenText } from './texts'

/** The label of an order line in each market, as a section of the line's page. */
export const Section = ({ id }: { id: number }) => <LabelsOfLine key={id} line={id} />

function LabelsOfLine({ line }: { line: number }) {
  useLanguage()
  const [market, setMarket] = useState<string | null>(null)
  const { data, error, refetch, isPlaceholderData } = useLabels(line, market)
  if (error)
    return (
      <PageSection title={screenText('label.title')}>
        <FailedState error={error} onRetry={() => void refetch()} />
      </PageSection>
    )
  return data ? (
    <Labels line={line} data={data} market={market ?? data.market} isLoading={isPlaceholderData} onMarket={setMarket} />
  ) : null
}

interface LabelsProps {
  line: number
  data: LineLabels
  /** The chosen market; until its labels are loaded, `data` belongs to the previous one. */
  market: string
  isLoading: boolean
  onMarket: (code: string) => void
}

function Labels({ line, data, market, isLoading, onMarket }: LabelsProps) {
  const [size, setSize] = useState<string | null>(null)
  const { markets, sizes, missing, sheets, seam_mm, purchase_order_id } = data
  const shown = sheets.filter((sheet) => size === null || sheet.size === size)
  // The labels differ only in the size, so the first one represents all until a size is chosen.
  const [sheet] = shown
  return (
    <PageSection
      title={screenText('label.title')}
      help={screenText('label.help')}
      actions={
        <PrintButtons
          line={line}
          order={purchase_order_id}
          market={market}
          size={size}
          isComplete={missing.length === 0}
          isLoading={isLoading}
        />
      }
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'auto 1fr' }, alignItems: 'start' }}>
        <Box aria-busy={isLoading} sx={{ minWidth: 0, opacity: isLoading ? 0.4 : 1 }}>
          {sheet && sheet.items.length > 0 ? (
            <LabelView sheet={sheet} seam={seam_mm} />
          ) : (
            <EmptyState title={screenText('label.empty')} />
          )}
        </Box>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0, order: { xs: -1, md: 0 } }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Chooser
              label={screenText('label.market')}
              value={market}
              options={markets.map(({ code, name_en, name_zh }) => ({
                value: code,
                label: `${(language() === 'zh' && name_zh) || name_en} (${code})`,
              }))}
              onChange={onMarket}
            />
            {sizes.length > 1 && (
              <Chooser
                label={screenText('label.size')}
                value={size ?? ''}
                options={[
                  { value: '', label: screenText('label.all_sizes') },
                  ...sizes.map((value) => ({ value, label: value })),
                ]}
                onChange={(chosen) => setSize(chosen || null)}
              />
            )}
          </Box>
          {!isLoading && (
            <MissingList
              missing={missing}
              line={line}
              texts={{ complete: screenText('label.complete'), missing: screenText('label.missing') }}
            />
          )}
        </Box>
      </Box>
    </PageSection>
  )
}
