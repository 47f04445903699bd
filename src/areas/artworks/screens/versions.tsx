import CompareRounded from '@mui/icons-material/CompareRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import { fieldLabel, t } from '#web/i18n.ts'
import { Comparison } from '#web/kit/compare/lazy-compare.tsx'
import { usePicturedFiles } from '#web/kit/files/data.ts'
import { formatValue } from '#web/kit/page/cell.tsx'
import { Section } from '#web/kit/page/section.tsx'
import { Cover } from '#web/kit/record/cover.tsx'
import { After, Before, Changed } from '#web/kit/versions/changes.tsx'
import { useVersions } from '#web/kit/versions/use-versions.ts'
import { VersionList } from '#web/kit/versions/version-list.tsx'
import { artworks } from '../area'
import { sections } from './sections'
import { screenText } from './texts'

/** The versions of a code; any other version can be compared with this one. */
export function Versions({ artwork }: { artwork: AnyRecord }) {
  const [compared, setCompared] = useState<number | null>(null)
  const other = useVersions(artworks, 'artwork_code', artwork).find(({ id }) => id === compared)
  return (
    <>
      <VersionList
        area={artworks}
        code="artwork_code"
        record={artwork}
        summary={(version) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Cover area={artworks} id={version.id} size={40} />
            {version.id !== artwork.id && (
              <Button
                size="small"
                startIcon={<CompareRounded />}
                aria-expanded={version.id === compared}
                onClick={() => setCompared(version.id === compared ? null : version.id)}
              >
                {screenText('compare.with', { version: version.version_no })}
              </Button>
            )}
          </Box>
        )}
      >
        {(before) => <Changes before={before} after={artwork} />}
      </VersionList>
      {other && <Pictures artwork={artwork} other={other} />}
    </>
  )
}

/** The pictures of two versions, the earlier one first. */
function Pictures({ artwork, other }: { artwork: AnyRecord; other: AnyRecord }) {
  const pair = [artwork, other].sort((a, b) => Number(a.version_no) - Number(b.version_no)) as [AnyRecord, AnyRecord]
  const [before, after] = [usePicturedFiles(artworks, pair[0].id), usePicturedFiles(artworks, pair[1].id)]
  const versionTitle = ({ version_no }: AnyRecord) => t('areas.artworks.versions.version', { version: version_no })
  const [left, right] = [before.pictures[0], after.pictures[0]]
  if (before.isLoading || after.isLoading) return null
  return (
    <Section title={screenText('compare.title', { before: pair[0].version_no, after: pair[1].version_no })}>
      {left && right ? (
        <Comparison
          before={{ file: left, name: versionTitle(pair[0]) }}
          after={{ file: right, name: versionTitle(pair[1]) }}
        />
      ) : (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {screenText('compare.no_picture', { version: (left ? pair[1] : pair[0]).version_no })}
        </Box>
      )}
    </Section>
  )
}

/** The fields that differ between two versions. */
function Changes({ before, after }: { before: AnyRecord; after: AnyRecord }) {
  const changed = sections
    .flatMap(({ fields }) => fields)
    .filter((name) => name !== 'version_no' && name in after)
    .map((name) => ({ name, old: formatValue(artworks, name, before), now: formatValue(artworks, name, after) }))
    .filter(({ old, now }) => old !== now)
  return (
    <Box sx={{ mt: 2.5 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
        {t('areas.artworks.versions.changed', { version: before.version_no })}
      </Box>
      {changed.length === 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('areas.artworks.versions.unchanged')}</Box>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        {changed.map(({ name, old, now }) => (
          <Changed key={name} label={fieldLabel(artworks, name)}>
            <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {old && <Before>{old}</Before>}
              <After>{now || '–'}</After>
            </Box>
          </Changed>
        ))}
      </Box>
    </Box>
  )
}
