import Button from '@mui/material/Button'
import TextLink from '@mui/material/Link'
import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router'
import { register } from '#register'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { fieldKinds } from '#web/fields/kinds.ts'
import { titleOf } from '#web/fields/titles.ts'
import { areaName, fieldLabel, t } from '#web/i18n.ts'
import { defaultColumns } from '#web/kit/list/use-area-list.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { titleHeading } from '#web/kit/page/list-labels.ts'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { can, fieldRights } from '#web/providers/permission.ts'

/**
 * Records of another area that refer to this one by field `by`: the first five of its list, and a link to all. Renders
 * nothing without any.
 */
export function Related({ area: name, by, id }: { area: string; by: string; id: number }) {
  const area: Area = register.get(name)
  const { query, result } = useList<AnyRecord, HttpError>({
    resource: name,
    pagination: { currentPage: 1, pageSize: 5, mode: 'server' },
    filters: [{ field: by, operator: 'eq', value: id }],
    errorNotification: false,
    queryOptions: { enabled: useCan(name, 'read') },
  })
  if (!query.data || !result.total) return null
  const columns = defaultColumns(area)
    .filter((column) => column !== by && column !== area.title)
    .slice(0, 5)
  return (
    <Section
      title={`${areaName(area)} (${result.total})`}
      actions={
        area.path && (
          <Button size="small" component={Link} to={`${area.path}?${by}=${id}`}>
            {t('kit.related.open_all')}
          </Button>
        )
      }
    >
      <PlainTable label={areaName(area)} sx={{ '& th, & td': { px: 1, height: 36, whiteSpace: 'nowrap' } }}>
        <thead>
          <tr>
            <th scope="col">{titleHeading(area)}</th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                style={{ textAlign: fieldKinds[area.fields[column]?.kind ?? 'choice'].align }}
              >
                {fieldLabel(area, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.data.map((record) => (
            <tr key={record.id}>
              <td>
                {area.path ? (
                  <TextLink
                    component={Link}
                    to={`${area.path}/${record.id}`}
                    sx={{ color: 'text.primary', fontWeight: 500 }}
                  >
                    {titleOf(area, record)}
                  </TextLink>
                ) : (
                  titleOf(area, record)
                )}
              </td>
              {columns.map((column) => (
                <td key={column} style={{ textAlign: fieldKinds[area.fields[column]?.kind ?? 'choice'].align }}>
                  <Cell area={area} name={column} record={record} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  )
}

/** The areas with a reference to this one, each with the first field that is one. */
export const referringAreas = (area: Area): { area: string; by: string }[] => {
  const { mayRead } = fieldRights()
  return register.areas.flatMap((referringArea) => {
    if (!referringArea.path || referringArea.name === area.name || !can(referringArea.name, 'read')) return []
    const by = Object.keys(referringArea.fields).find(
      (name) =>
        referringArea.fields[name]?.options.to === area.name &&
        referringArea.fields[name]?.kind === 'reference' &&
        mayRead(referringArea, name),
    )
    return by && referringArea.partOf?.area !== area.name ? [{ area: referringArea.name, by }] : []
  })
}
