import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { t } from '#web/i18n.ts'
import { useVersions } from './use-versions'

/** A notice on the page of a version if another one is in use, or about to be (texts `areas.<area>.versions`). */
export function VersionNotice({ area, code, record }: Props) {
  const versions = useVersions(area, code, record)
  const laterVersions = versions.filter((version) => Number(version.version_no) > Number(record.version_no))
  const { from = [], to = '' } = area.lifecycle?.moves.supersede ?? {}
  // The first state of `from`, which a later version supersedes, is that of the version in use.
  const active = laterVersions.find(({ status }) => status === from[0])
  const isComing = (status = '') => ![...from, to].includes(status)
  const coming = laterVersions.find(({ status }) => isComing(status) && !isComing(record.status))
  const shown = active ?? coming
  if (!shown) return null
  return (
    <Box
      role="status"
      sx={({ palette }) => ({
        px: 2.5,
        py: 1.25,
        borderRadius: 1,
        fontSize: 13,
        color: palette.tones.info.text,
        bgcolor: palette.tones.info.tint,
      })}
    >
      {t(`areas.${area.name}.versions.${active ? 'newer' : 'draft'}`, { version: shown.version_no })}{' '}
      <Link component={RouterLink} to={`${area.path}/${shown.id}`} color="inherit" underline="always">
        {t(`areas.${area.name}.versions.${active ? 'open_newer' : 'open_draft'}`)}
      </Link>
    </Box>
  )
}

interface Props {
  area: Area
  /** The field that all versions share. */
  code: string
  record: AnyRecord
}
