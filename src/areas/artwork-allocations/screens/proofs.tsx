import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useId, useState } from 'react'
import { isOfficeRole } from '#shared/kit/roles.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { mentionOf, mentionTitle } from '#web/fields/titles.ts'
import { format } from '#web/i18n.ts'
import { Comparison, PictureReview } from '#web/kit/compare/lazy-compare.tsx'
import { usePicturedFiles } from '#web/kit/files/data.ts'
import { areaNamed } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { StatusChip } from '#web/kit/page/status-chip.tsx'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { useCan } from '#web/providers/can-access.tsx'
import { session } from '#web/providers/session.ts'
import { artworkAllocations } from '../area'
import { type ProofRound, roundsOf } from '../rules'
import { screenText } from './texts'

/** The artwork and its proofs, round by round: with pinned comments, or next to the artwork. */
export function Proofs({ allocation }: { allocation: OpenRecord }) {
  const id = useId()
  const rounds = roundsOf(allocation)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = rounds.find(({ round }) => round === chosen) ?? rounds.at(-1)
  const artwork = shown ? Number(shown.artwork_id) : Number(allocation.artwork_id)
  return (
    <>
      {shown && (
        <Section
          title={screenText('proofs.title', { round: shown.round })}
          actions={
            rounds.length > 1 && (
              <OptionRow
                id={id}
                label={screenText('proofs.which')}
                options={rounds.map(({ round }) => ({
                  value: String(round),
                  label: screenText('proofs.round', { round }),
                }))}
                value={[String(shown.round)]}
                onChange={([choice]) => choice && setChosen(Number(choice))}
              />
            )
          }
        >
          <RoundFacts round={shown} />
          <RoundPicture key={shown.id} round={shown} artwork={artwork} />
        </Section>
      )}
      <ArtworkPicture artwork={Number(allocation.artwork_id)} />
    </>
  )
}

/** Submitter, time, comment and answer of a round. */
function RoundFacts({ round }: { round: ProofRound }) {
  const nameIn = (name: string) => mentionTitle(mentionOf(round as never, name))
  const remark = (key: string, who: string, at: unknown, words: unknown) =>
    typeof at === 'string' && (
      <Box component="p" sx={{ m: 0, fontSize: 13, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {screenText(`proofs.${key}`, { who: who || '–', at: format.moment(at) })}
        </Box>
        {typeof words === 'string' && words !== '' && <> {words}</>}
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mb: 2, justifyItems: 'start' }}>
      <StatusChip area={areaNamed(proofsArea)} status={round.status} />
      {remark('submitted', nameIn('submitted_by'), round.submitted_at, round.comment)}
      {remark('decided', nameIn('decided_by'), round.decided_at, round.decision_comment)}
    </Box>
  )
}

function RoundPicture({ round, artwork }: { round: ProofRound; artwork: number }) {
  const id = useId()
  const house = isOfficeRole(session()?.role ?? 'user')
  const { pictures: proofs, isLoading } = usePicturedFiles(areaNamed(proofsArea), round.id ?? 0)
  const { pictures: artworks } = usePicturedFiles(areaNamed(libraryArea), artwork)
  const [mode, setMode] = useState<'beside' | 'comments'>(house && round.status === 'waiting' ? 'beside' : 'comments')
  const [chosen, setChosen] = useState<number | null>(null)
  const mayPin = useCan(proofsArea, 'attach')
  const proof = proofs.find((file) => file.id === chosen) ?? proofs[0]
  const [original] = artworks
  if (!proof)
    return isLoading ? (
      <Skeleton variant="rounded" height={320} />
    ) : (
      <Alert severity="info">{screenText('proofs.no_picture')}</Alert>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <OptionRow
          id={`${id}-way`}
          label={screenText('proofs.way')}
          options={(['comments', 'beside'] as const).map((name) => ({
            value: name,
            label: screenText(`proofs.ways.${name}`),
          }))}
          value={[mode]}
          onChange={([choice]) => choice && setMode(choice as typeof mode)}
        />
        {proofs.length > 1 && (
          <OptionRow
            id={`${id}-file`}
            label={screenText('proofs.file')}
            options={proofs.map((file) => ({ value: String(file.id), label: file.name }))}
            value={[String(proof.id)]}
            onChange={([choice]) => choice && setChosen(Number(choice))}
          />
        )}
      </Box>
      {mode === 'comments' ? (
        <PictureReview key={proof.id} file={proof} mayPin={mayPin} house={house} defaultVisibility="shared" />
      ) : original ? (
        <Comparison before={comparedOf(original, 'artwork')} after={comparedOf(proof, 'proof', round.round)} />
      ) : (
        <Alert severity="info">{screenText('proofs.no_artwork')}</Alert>
      )}
    </Box>
  )
}

const comparedOf = (file: Attachment, name: 'artwork' | 'proof', round = 0) => ({
  file,
  name: screenText(`proofs.names.${name}`, { round }),
})

/** The artwork that the line will carry. */
function ArtworkPicture({ artwork }: { artwork: number }) {
  const { pictures } = usePicturedFiles(areaNamed(libraryArea), artwork)
  const [file] = pictures
  if (!file) return null
  return (
    <Section title={screenText('artwork.title')} help={screenText('artwork.help')}>
      <Box component="a" href={file.preview ?? file.url} target="_blank" rel="noreferrer" sx={{ display: 'block' }}>
        <Box
          component="img"
          src={file.preview ?? file.url}
          alt={screenText('artwork.picture', { name: file.name })}
          sx={{ display: 'block', maxWidth: 1, maxHeight: 360, bgcolor: '#fff', borderRadius: 1 }}
        />
      </Box>
    </Section>
  )
}

const proofsArea = artworkAllocations.fields.proofs.options.to ?? ''
const libraryArea = artworkAllocations.fields.artwork_id.options.to ?? ''
