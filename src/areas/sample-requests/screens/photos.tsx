import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import type { Area } from '#shared/kit/area.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { Comparison, PictureReview } from '#web/kit/compare/lazy-compare.tsx'
import { usePicturedFiles } from '#web/kit/files/data.ts'
import { Section } from '#web/kit/page/section.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { screenText } from './texts'

/**
 * The photos of this round with pinned comments, or one of them next to a photo of the previous round; hidden without
 * photos.
 */
export function Photos({ area, record }: { area: Area; record: OpenRecord }) {
  const { pictures } = usePicturedFiles(area, record.id)
  if (pictures.length === 0) return null
  const before = Number(record.previous_request_id)
  return before ? (
    <PhotosOfRounds area={area} record={record} pictures={pictures} before={before} />
  ) : (
    <RoundPhotos area={area} record={record} pictures={pictures} earlier={[]} />
  )
}

function PhotosOfRounds({ before, ...rest }: Omit<RoundProps, 'earlier'> & { before: number }) {
  const { pictures: earlier } = usePicturedFiles(rest.area, before)
  return <RoundPhotos {...rest} earlier={earlier} />
}

function RoundPhotos({ area, record, pictures, earlier }: RoundProps) {
  const id = useId()
  const mayPin = useCan(area.name, 'attach')
  const house = isOfficeRole(session()?.role ?? 'user')
  const [mode, setMode] = useState<'comments' | 'beside'>('comments')
  const [chosen, setChosen] = useState<number | null>(null)
  const [chosenBefore, setChosenBefore] = useState<number | null>(null)
  const photo = pictures.find((file) => file.id === chosen) ?? pictures[0]
  const photoBefore = earlier.find((file) => file.id === chosenBefore) ?? earlier[0]
  if (!photo) return null
  const round = Number(record.round)
  return (
    <Section title={screenText('photos.title')} help={screenText('photos.help')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {photoBefore && (
            <OptionRow
              id={`${id}-way`}
              label={screenText('photos.way')}
              options={(['comments', 'beside'] as const).map((name) => ({
                value: name,
                label: screenText(`photos.ways.${name}`),
              }))}
              value={[mode]}
              onChange={([choice]) => choice && setMode(choice as typeof mode)}
            />
          )}
          {mode === 'beside' && (
            <PhotoChoice
              id={`${id}-before`}
              label={screenText('photos.of_round', { round: round - 1 })}
              files={earlier}
              shown={photoBefore}
              onChoose={setChosenBefore}
            />
          )}
          <PhotoChoice
            id={`${id}-photo`}
            label={screenText('photos.of_round', { round })}
            files={pictures}
            shown={photo}
            onChoose={setChosen}
          />
        </Box>
        {mode === 'beside' && photoBefore ? (
          <Comparison
            before={{ file: photoBefore, name: screenText('round', { round: round - 1 }) }}
            after={{ file: photo, name: screenText('round', { round }) }}
          />
        ) : (
          <PictureReview key={photo.id} file={photo} mayPin={mayPin} house={house} defaultVisibility="shared" />
        )}
      </Box>
    </Section>
  )
}

interface RoundProps {
  area: Area
  record: OpenRecord
  pictures: readonly Attachment[]
  /** The photos of the previous round. */
  earlier: readonly Attachment[]
}

/** Chooses one of several photos; hidden for a single photo. */
function PhotoChoice({ id, label, files, shown, onChoose }: PhotoChoiceProps) {
  if (files.length < 2) return null
  return (
    <OptionRow
      id={id}
      label={label}
      options={files.map((file) => ({ value: String(file.id), label: file.name }))}
      value={[String(shown?.id ?? '')]}
      onChange={([choice]) => choice && onChoose(Number(choice))}
    />
  )
}

interface PhotoChoiceProps {
  id: string
  label: string
  files: readonly Attachment[]
  shown: Attachment | undefined
  onChoose: (id: number) => void
}
