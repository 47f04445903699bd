import ImageOutlined from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useId, useState } from 'react'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t } from '#web/i18n.ts'
import { PictureReview } from '#web/kit/compare/lazy-compare.tsx'
import { usePicturedFiles } from '#web/kit/files/data.ts'
import { Section } from '#web/kit/page/section.tsx'
import { useCan } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { artworks } from '../area'
import { screenText } from './texts'

/** The picture of the artwork with pinned comments. */
export function Picture({ id }: { id: number }) {
  const labelId = useId()
  const { pictures, isLoading } = usePicturedFiles(artworks, id)
  const [chosen, setChosen] = useState<number | null>(null)
  const mayPin = useCan(artworks.name, 'attach')
  const role = session()?.role
  const file = pictures.find((picture) => picture.id === chosen) ?? pictures[0]
  return (
    <Section
      title={screenText('picture.title')}
      actions={
        pictures.length > 1 && (
          <OptionRow
            id={labelId}
            label={screenText('picture.which')}
            options={pictures.map(({ id: picture, name, kind }) => ({
              value: String(picture),
              label: kind ? t(`files.kinds.${kind}`) : name,
            }))}
            value={[String(file?.id)]}
            onChange={([choice]) => choice && setChosen(Number(choice))}
          />
        )
      }
    >
      {file && (
        <PictureReview key={file.id} file={file} mayPin={mayPin} house={role !== undefined && isOfficeRole(role)} />
      )}
      {!file && isLoading && <Skeleton variant="rounded" height={320} />}
      {!file && !isLoading && (
        <Box
          sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 5, textAlign: 'center', color: 'text.secondary' }}
        >
          <ImageOutlined aria-hidden sx={{ fontSize: 40, opacity: 0.5 }} />
          <Box sx={{ fontWeight: 500, color: 'text.primary' }}>{screenText('picture.none')}</Box>
          <Box sx={{ fontSize: 13, maxWidth: '56ch' }}>{screenText('picture.none_help')}</Box>
        </Box>
      )}
    </Section>
  )
}
