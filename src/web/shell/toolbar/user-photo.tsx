import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Person } from '#web/providers/session.ts'

/** A person's photo; initials if there is none or it cannot be loaded. */
export const UserPhoto = ({ person: { info, data }, size, className }: UserPhotoProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const photo = data.photoURL === failed ? null : data.photoURL
  return (
    <Box
      className={className}
      aria-hidden
      sx={{ ...round, width: size, height: size, fontSize: Math.round(size / 2.8) }}
    >
      {photo ? (
        <Box
          component="img"
          src={photo}
          alt=""
          onError={() => setFailed(photo)}
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      ) : (
        initialsOf({ info })
      )}
    </Box>
  )
}

interface UserPhotoProps {
  person: Person
  /** Width and height in pixels. */
  size: number
  className?: string
}

const round = {
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  overflow: 'hidden',
  fontWeight: 500,
  backgroundColor: 'tones.neutral.tint',
  color: 'tones.neutral.text',
}

/** Initials of a person without a photo: two letters, or the first character of a Chinese name. */
export const initialsOf = ({ info: { first_name, last_name } }: Pick<Person, 'info'>) =>
  /\p{Script=Han}/u.test(last_name)
    ? last_name.slice(0, 1)
    : (first_name.slice(0, 1) + last_name.slice(0, 1)).toUpperCase()
