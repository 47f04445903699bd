import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useFormContext, useWatch } from 'react-hook-form'
import { cartonRests, type PackedLine } from '#shared/trade/cartons.ts'
import { packProblems, packSize, packsOf } from '#shared/trade/packs.ts'
import { format, t } from '#web/i18n.ts'
import { useFormScope } from '#web/kit/form/form-scope.ts'
import type { Size } from '#web/kit/form/use-sizes.ts'
import { sizeRowsOf, unitsIn, withQuantities } from './line-sizes'
import { type Ratio, useRatios } from './ratios'

/** The packing of a single line. */
export function LinePacking({ prefix, sizes }: { prefix: string; sizes: readonly Size[] }) {
  const ratioId = useWatch({ name: `${prefix}ratio_id` }) as number | null
  const ratios = useRatios(sizes[0]?.size_scale_id ?? null, Boolean(ratioId))
  return <PackingNotes members={[{ prefix, name: '' }]} sizes={sizes} ratios={ratios} />
}

/**
 * Notes on packing: pre-packs that the quantities do not match, with a correction, and sizes that do not fill their
 * last carton. For several lines, shows the first few notes with the line's name.
 */
export function PackingNotes({ members, sizes, ratios, isNamed = false }: Props) {
  const { getValues, setValue, clearErrors } = useFormContext()
  const { record } = useFormScope()
  const lines = useWatch({ name: 'lines', compute: packingOnly })
  const findings = members.flatMap(({ prefix, name }) => {
    const line = lines[indexOf(prefix)]
    return line ? findingsOf(line, prefix, name, ratios) : []
  })
  const labelOf = (id: number | null) => sizes.find((size) => size.id === id)?.label ?? ''
  const setPacks = ({ prefix, ratio: ratioId, packs }: Finding) => {
    const ratio = ratios.find(({ id }) => id === ratioId)
    if (!ratio || packs === null) return
    const stored = sizeRowsOf(
      (record.lines as Record<string, unknown>[] | undefined)?.find(({ id }) => id && id === getValues(`${prefix}id`)),
    )
    const due = new Map(
      sizes.map(({ id }) => [id, (ratio.items.find(({ size_id }) => size_id === id)?.units ?? 0) * packs || null]),
    )
    const next = withQuantities(getValues(`${prefix}sizes`) ?? [], stored, sizes, due)
    setValue(`${prefix}ratio_packs`, packs, { shouldDirty: true })
    setValue(`${prefix}qty`, unitsIn(next) || null)
    setValue(`${prefix}sizes`, next, { shouldDirty: true })
    clearErrors([`${prefix}sizes`, `${prefix}qty`, `${prefix}ratio_packs`])
  }
  if (findings.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('grid.packing')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, fontSize: 13 }}
    >
      {findings.slice(0, maxNotes).map((finding) => {
        const { kind, prefix, name, rests, ratio: ratioId, packs, carton, given } = finding
        const ratio = ratios.find(({ id }) => id === ratioId)
        const text =
          kind === 'carton'
            ? t('grid.carton_rest', {
                units: carton,
                rest: rests
                  .map(({ size_id, left }) => [labelOf(size_id), format.number(left)].filter(Boolean).join(' '))
                  .join(t('kit.comma')),
              })
            : t(given === null ? 'grid.packs_unsaid' : 'grid.packs_wrong', {
                ratio: ratio?.title ?? '',
                units: packSize(ratio?.items ?? []),
                count: given ?? 0,
                packs: format.number(given),
              })
        return (
          <Box component="li" key={`${prefix} ${kind}`} sx={{ display: 'flex', columnGap: 1 }}>
            <WarningAmberRounded
              aria-hidden
              sx={({ palette }) => ({ fontSize: 18, mt: '1px', color: palette.tones.warning.text })}
            />
            <span>{[isNamed && name, text].filter(Boolean).join(t('kit.colon'))}</span>
            {kind === 'packs' && packs !== null && (
              <Button size="small" onClick={() => setPacks(finding)} sx={{ my: -0.5 }}>
                {t('grid.set_packs', { count: packs, packs: format.number(packs) })}
              </Button>
            )}
          </Box>
        )
      })}
      {findings.length > maxNotes && <li>{t('grid.more_notes', { count: findings.length - maxNotes })}</li>}
    </Box>
  )
}

interface Props {
  members: readonly { prefix: string; name: string }[]
  sizes: readonly Size[]
  ratios: readonly Ratio[]
  /** Whether each note names its line. */
  isNamed?: boolean
}

type FormLine = PackedLine & { ratio_id?: number | null }

/** The fields of lines that affect packing. */
const packingOnly = (lines: readonly FormLine[] | undefined): FormLine[] =>
  (lines ?? []).map(({ pack_type, ratio_id, ratio_packs, units_per_carton, qty, sizes }) => ({
    pack_type,
    ratio_id,
    ratio_packs,
    units_per_carton,
    qty,
    sizes: (sizes ?? []).map((size) => ({ size_id: size.size_id, qty: size.qty })),
  }))

interface Finding {
  kind: 'carton' | 'packs'
  prefix: string
  name: string
  rests: { size_id: number | null; left: number }[]
  carton: number
  ratio: number | null
  /** The number of packs entered in the line. */
  given: number | null
  /** The number of packs that matches the quantities. */
  packs: number | null
}

const maxNotes = 5
const indexOf = (prefix: string) => Number(prefix.split('.')[1])

const findingsOf = (line: FormLine, prefix: string, name: string, ratios: readonly Ratio[]): Finding[] => {
  const sizes = line.sizes ?? []
  const lineWithSizes = { ...line, sizes }
  const rests = cartonRests(lineWithSizes)
  const ratio = ratios.find(({ id }) => id === line.ratio_id) ?? null
  const packsEntered = Number(line.ratio_packs) || null
  const isOff =
    ratio !== null &&
    (packProblems(lineWithSizes, ratio.items).length > 0 ||
      (packsEntered !== null && sizes.length === 0 && line.pack_type === 'ratio'))
  const base = {
    prefix,
    name,
    carton: Number(line.units_per_carton ?? 0),
    ratio: ratio?.id ?? null,
    given: packsEntered,
  }
  return [
    ...(isOff
      ? [{ ...base, kind: 'packs' as const, rests: [], packs: packsEntered ?? packsOf(sizes, ratio.items) }]
      : []),
    ...(rests.length > 0 ? [{ ...base, kind: 'carton' as const, rests, packs: null }] : []),
  ]
}
