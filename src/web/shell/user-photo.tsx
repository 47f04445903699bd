import Avatar from '@mui/material/Avatar'
import type { Session } from '../providers/session'

/** A person's photo, else their initials. */
export const UserPhoto = ({ person: { info, data }, size, className }: UserPhotoProps) => (
  <Avatar
    src={data.photoURL ?? undefined}
    alt=""
    className={className}
    sx={{ width: size, height: size, fontSize: Math.round(size / 2.8), fontWeight: 500, ...colours }}
  >
    {initials(info.first_name, info.last_name)}
  </Avatar>
)

interface UserPhotoProps {
  person: Session
  /** In pixels. */
  size: number
  className?: string
}

const colours = { bgcolor: 'tones.neutral.tint', color: 'tones.neutral.text' }

const initials = (first: string, last: string) =>
  /\p{Script=Han}/u.test(last) ? last.slice(0, 1) : (first.slice(0, 1) + last.slice(0, 1)).toUpperCase()
