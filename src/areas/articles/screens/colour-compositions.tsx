import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { compositionRowsOf, effectiveComposition } from '#shared/trade/composition-rows.ts'
import { useTitles } from '#web/fields/titles.ts'
import { t } from '#web/i18n.ts'
import { CompositionEditor } from '#web/kit/composition/composition-editor.tsx'
import { CompositionView } from '#web/kit/composition/composition-view.tsx'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { api } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { articles } from '../area'
import { type Colourway, colourwaysOf } from '../rules'
import { colourTitle } from './sku-table'

type MadeColourway = Colourway & { yarn_id?: number | null; fibres?: unknown[] }
type Row = Readonly<Record<string, unknown>>

const colourways = areaOf(articles, 'colourways')

/** The composition of each colourway of an article, and its source: the colourway itself or its yarn. */
export function ColourCompositions({ record }: { record: Row }) {
  const colours = colourwaysOf(record) as MadeColourway[]
  const yarns = useYarns(colours)
  // Without the right to read yarns, colourways without a composition cannot be told from those with their yarn's.
  if (!mayReadYarns() && colours.every((colour) => compositionRowsOf(colour, 'fibres').length === 0)) return null
  if (colours.length === 0) return null
  return (
    <Section title={t('composition.title')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {colours.map((colour, at) => (
          <ColourFrame key={colour.id} title={colourTitle(colour, at)} source={sourceText(colour, yarns)}>
            <EffectiveView colour={colour} yarns={yarns} />
          </ColourFrame>
        ))}
      </Box>
    </Section>
  )
}

/**
 * The compositions within the article's form: a colourway has its yarn's composition until one of its own is entered.
 */
export function ColourCompositionEditors() {
  const rows = useWatch({ name: 'colourways' })
  const colours = colourwaysOf({ colourways: rows ?? [] }) as MadeColourway[]
  const yarns = useYarns(colours)
  return (
    <Section title={t('composition.title')} help={t('composition.help')}>
      {colours.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('composition.no_colours')}</Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {colours.map((colour, at) => (
            <ColourEditor key={colour.id ?? `new ${at}`} colour={colour} at={at} yarns={yarns} />
          ))}
        </Box>
      )}
    </Section>
  )
}

function ColourEditor({ colour, at, yarns }: { colour: MadeColourway; at: number; yarns: Yarns }) {
  const { setValue } = useFormContext()
  const { mayEdit } = useFormScope()
  const [isOwn, setOwn] = useState(false)
  const path = `colourways.${at}.fibres`
  const hasRows = compositionRowsOf(colour, 'fibres').length > 0
  const inherits = !hasRows && !isOwn && Boolean(colour.yarn_id)
  const mayChange = colour.id === undefined || mayEdit(colourways, path)
  return (
    <ColourFrame title={colourTitle(colour, at)} source={inherits || hasRows ? sourceText(colour, yarns) : ''}>
      {inherits ? (
        <>
          <EffectiveView colour={colour} yarns={yarns} />
          {mayChange && (
            <Button size="small" sx={buttonStyle} onClick={() => setOwn(true)}>
              {t('composition.write_own')}
            </Button>
          )}
        </>
      ) : (
        <>
          <CompositionEditor area={colourways} name="fibres" prefix={`colourways.${at}.`} />
          {mayChange && colour.yarn_id && (
            <Button
              size="small"
              sx={buttonStyle}
              onClick={() => {
                setOwn(false)
                setValue(path, [], { shouldDirty: true })
              }}
            >
              {t('composition.as_yarn')}
            </Button>
          )}
        </>
      )}
    </ColourFrame>
  )
}

/** A colourway by name, with the source of its composition. */
const ColourFrame = ({ title, source, children }: { title: string; source: string; children: ReactNode }) => (
  <Box role="group" aria-label={title} sx={frameStyle}>
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontSize: 13, fontWeight: 600 }}>{title}</Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary', overflowWrap: 'anywhere' }}>{source}</Box>
    </Box>
    <Box sx={{ minWidth: 0, fontSize: 14 }}>{children}</Box>
  </Box>
)

function EffectiveView({ colour, yarns }: { colour: MadeColourway; yarns: Yarns }) {
  const { source } = effectiveOf(colour, yarns)
  if (source === 'yarn')
    return <CompositionView area={yarnArea()} name="fibres" record={{ fibres: yarns.fibresOf(colour.yarn_id) }} />
  return <CompositionView area={colourways} name="fibres" record={colour as unknown as Row} />
}

const effectiveOf = (colour: MadeColourway, yarns: Yarns) =>
  effectiveComposition({
    colourway: compositionRowsOf(colour, 'fibres'),
    yarn: compositionRowsOf({ fibres: yarns.fibresOf(colour.yarn_id) }, 'fibres'),
  })

const sourceText = (colour: MadeColourway, yarns: Yarns): string => {
  const { source } = effectiveOf(colour, yarns)
  if (source === 'yarn') return t('composition.source.yarn', { yarn: yarns.titleOf(colour.yarn_id) })
  return source === 'colourway' ? t('composition.source.colourway') : ''
}

interface Yarns {
  titleOf: (id: number | null | undefined) => string
  fibresOf: (id: number | null | undefined) => readonly Row[]
}

const yarnArea = () => areaOf(colourways, 'yarn_id')
const mayReadYarns = () => fieldRights().mayRead(colourways, 'yarn_id')

/** The yarns of these colourways with their compositions. */
const useYarns = (colours: readonly MadeColourway[]): Yarns => {
  const ids = [...new Set(colours.flatMap(({ yarn_id }) => yarn_id ?? []))].sort((a, b) => a - b)
  const titles = useTitles(yarnArea(), ids)
  const rowsArea = areaOf(yarnArea(), 'fibres')
  const { data = [] } = useQuery({
    queryKey: [rowsArea.name, 'of-yarns', ids],
    queryFn: ({ signal }) => readFibres(rowsArea.name, ids, signal),
    enabled: ids.length > 0 && mayReadYarns(),
    staleTime: 60_000,
  })
  return {
    titleOf: (id) => titles.get(String(id)) ?? '',
    fibresOf: (id) => data.filter(({ yarn_id }) => yarn_id === id),
  }
}

/** A yarn has at most twenty fibres, so the fibres of five yarns fill a page. */
const readFibres = async (area: string, ids: readonly number[], signal: AbortSignal): Promise<Row[]> => {
  const groups = Array.from({ length: Math.ceil(ids.length / 5) }, (_, at) => ids.slice(at * 5, at * 5 + 5))
  const pages = await Promise.all(
    groups.map((group) =>
      api<Row[]>('GET', area, {
        params: [...group.map((id): [string, string] => ['yarn_id', String(id)]), ['_start', '0'], ['_end', '100']],
        signal,
      }),
    ),
  )
  return pages.flat()
}

const buttonStyle = { mt: 1, minHeight: { xs: 44, sm: 30 } } as const
const frameStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' },
  columnGap: 3,
  rowGap: 1,
  pt: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
