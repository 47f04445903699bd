import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n.ts'
import { countSkus, type SkuText } from './sku-edits'
import type { MatrixProps } from './sku-table'
import { SkuTexts } from './sku-texts'
import { UseGrid } from './sku-use-grid'

/** The matrix of colourways by sizes: active sizes, GTINs or codes. */
export function SkuMatrix(props: MatrixProps) {
  const { colourways, sizes } = props
  const [view, setView] = useState<'use' | SkuText>('use')
  const { used, numbered } = countSkus(colourways)
  if (colourways.length === 0) return <Quiet>{t('site.skus.no_colours')}</Quiet>
  if (sizes.length === 0) return <Quiet>{t('site.skus.no_scale')}</Quiet>
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={t('site.skus.view')}
          onChange={(_, next) => next && setView(next)}
        >
          {(['use', 'gtin', 'sku'] as const).map((name) => (
            <ToggleButton key={name} value={name} sx={{ minHeight: { sm: 32 } }}>
              {t(`site.skus.views.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box role="status" className="tabular" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('site.skus.count', { count: used, numbered })}
        </Box>
      </Box>
      {view === 'use' ? <UseGrid {...props} /> : <SkuTexts key={view} {...props} name={view} />}
    </Box>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{children}</Box>
)
