import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { Area } from '#shared/kit/area.ts'
import { fieldLabel, language } from '#web/i18n.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { Fact } from '#web/kit/record/fact.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { RowsTable } from '#web/kit/record/rows-table.tsx'
import { api } from '#web/providers/http.ts'

type Row = Readonly<Record<string, unknown>> & { id: number }

/**
 * The categories of a factory, grouped by branch of the tree, because women's dresses and girls' dresses have the same
 * name.
 */
export function Categories({ area, factory }: { area: Area; factory: OpenRecord }) {
  const child = areaOf(area, 'categories')
  const rows = (factory.categories ?? []) as Row[]
  const branches = useBranches(
    areaOf(child, foreignField),
    rows.map((row) => Number(row[foreignField])),
  )
  const branchOf = (row: Row) => branches.get(Number(row[foreignField])) ?? ''
  return (
    <Section title={fieldLabel(area, 'categories')}>
      {rows.length === 0 || !branches.size ? (
        <RowsTable area={area} name="categories" record={factory} />
      ) : (
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
            m: 0,
          }}
        >
          {[...new Set(rows.map(branchOf))].map((branch) => (
            <Fact key={branch} label={branch}>
              {rows
                .filter((row) => branchOf(row) === branch)
                .map((row) => (
                  <Box key={row.id} sx={{ minHeight: 24 }}>
                    <Cell area={child} name={foreignField} record={row} />
                  </Box>
                ))}
            </Fact>
          ))}
        </Box>
      )}
    </Section>
  )
}

const foreignField = 'product_category_id'

/** The path to each category, without its own name. */
const useBranches = (area: Area, ids: readonly number[]): ReadonlyMap<number, string> => {
  const path = language() === 'zh' ? 'full_path_zh' : 'full_path'
  const { data = [] } = useQuery({
    queryKey: [area.name, 'branches', ids],
    queryFn: ({ signal }) =>
      api<Row[]>('GET', area.name, {
        params: [...ids.map((id): [string, string] => ['id', String(id)]), ['_start', '0'], ['_end', '100']],
        signal,
      }),
    enabled: ids.length > 0,
  })
  return new Map(
    data.map((row) => [
      row.id,
      String(row[path] ?? '')
        .split(' / ')
        .slice(0, -1)
        .join(' / '),
    ]),
  )
}
