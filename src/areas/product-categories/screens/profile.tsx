import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { fieldLabel, language } from '#web/i18n.ts'
import { Cell } from '#web/kit/page/cell.tsx'
import { PlainTable } from '#web/kit/page/plain-table.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { productCategories } from '../area'
import { type CategoryName, profileQuery, profileText } from './profile-data'

/** The effective values of a category, and the categories they come from. */
export function Profile({ category, fields }: { category: number; fields: readonly string[] }) {
  const { data } = useQuery(profileQuery(category))
  if (!data) return null
  return (
    <Section title={profileText('title')} help={profileText('help')}>
      <PlainTable sx={tableStyle}>
        <thead>
          <tr>
            {['kind', 'value', 'source'].map((name) => (
              <th key={name} scope="col">
                {profileText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldLabel(productCategories, name)}</th>
              <td>
                <Cell area={productCategories} name={name} record={data.values} />
              </td>
              <td>
                <Source category={category} source={data.sources[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  )
}

function Source({ category, source }: { category: number; source: CategoryName | undefined }) {
  if (!source) return <Box sx={{ color: 'text.secondary' }}>{profileText('none')}</Box>
  if (source.id === category) return <Box sx={{ fontWeight: 500 }}>{profileText('own')}</Box>
  return (
    <Link component={RouterLink} to={`${productCategories.path}/${source.id}`}>
      {profileText('from', { name: (language() === 'zh' && source.name_zh) || source.name_en })}
    </Link>
  )
}

const tableStyle = {
  maxWidth: 960,
  fontSize: { xs: 13, sm: 14 },
  '& th': { textAlign: 'left', fontWeight: 500 },
  '& th, & td': { px: 1, py: 0.75, verticalAlign: 'top', overflowWrap: 'break-word' },
  '& th:first-of-type': { pl: 0 },
} as const
