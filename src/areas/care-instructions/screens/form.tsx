import Box from '@mui/material/Box'
import type { Area } from '#shared/kit/area.ts'
import { CareLine } from '#web/kit/care/care-symbol.tsx'
import { AreaForm, FormSections } from '#web/kit/form/area-form.tsx'
import { LabelPreview } from './label-preview'
import { sections } from './sections'
import { SymbolBuilder } from './symbol-builder'
import { useCare } from './use-care'
import { WordingEditor } from './wording-editor'

/** The form of a care instruction: symbols are clicked, with a live preview of the label next to them. */
export function Form({ area }: { area: Area }) {
  const [instruction, ...others] = sections
  return (
    <AreaForm area={area} wide summary={<LineInBar />}>
      {() => (
        <>
          {instruction && <FormSections area={area} sections={[instruction]} />}
          <Box sx={besideEachOther}>
            <SymbolBuilder />
            <Box sx={{ position: { lg: 'sticky' }, top: 16, display: 'grid', gap: 2, minWidth: 0 }}>
              <LabelPreview />
              <WordingEditor />
            </Box>
          </Box>
          <FormSections area={area} sections={others} />
        </>
      )}
    </AreaForm>
  )
}

/** The care line in the footer, on screens where the preview is not visible. */
function LineInBar() {
  return (
    <Box sx={{ display: { lg: 'none' } }}>
      <CareLine choice={useCare()} size={24} />
    </Box>
  )
}

const besideEachOther = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
  gap: 2,
  alignItems: 'start',
} as const
