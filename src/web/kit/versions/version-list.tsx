import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { format, t } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import { useVersions } from './use-versions'

/** The versions of a record with state and summary, and below the changes of this version. */
export function VersionList({ area, code, record, summary, children }: Props) {
  const versions = useVersions(area, code, record)
  const predecessor = versions.find(({ id }) => id === record.predecessor_id)
  const text = (key: string, params?: Record<string, unknown>) => t(`areas.${area.name}.versions.${key}`, params)
  return (
    <Section title={text('title')}>
      <Box component="ol" reversed sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
        {versions.map((version) => (
          <Box key={version.id} component="li" sx={versionRow}>
            {version.id === record.id ? (
              <Box component="span" sx={{ fontWeight: 600 }}>
                {text('version', { version: version.version_no })}
              </Box>
            ) : (
              <Link component={RouterLink} to={`${area.path}/${version.id}`} sx={{ color: 'text.primary' }}>
                {text('version', { version: version.version_no })}
              </Link>
            )}
            <span>
              <StatusChip area={area} status={version.status ?? ''} />
            </span>
            {summary(version)}
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {version.id === record.id ? text('this') : format.moment(version.updated_at)}
            </Box>
          </Box>
        ))}
      </Box>
      {predecessor && children(predecessor)}
    </Section>
  )
}

interface Props {
  area: Area
  code: string
  record: AnyRecord
  /** The summary in the row of a version. */
  summary: (version: AnyRecord) => ReactNode
  /** The changes of this version from its predecessor. */
  children: (predecessor: AnyRecord) => ReactNode
}

const versionRow = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', md: '120px 168px minmax(0, 1fr) auto' },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const
