import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Person } from '../providers/session'

/** A person's photo, else their initials: also where the photo cannot be loaded. */
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
        initials(info.first_name, info.last_name)
      )}
    </Box>
  )
}

interface UserPhotoProps {
  person: Person
  /** In pixels. */
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

const initials = (first: string, last: string) =>
  /\p{Script=Han}/u.test(last) ? last.slice(0, 1) : (first.slice(0, 1) + last.slice(0, 1)).toUpperCase()
