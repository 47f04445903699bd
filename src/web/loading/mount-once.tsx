import { type PropsWithChildren, Suspense, useState } from 'react'

/** Mounts lazy children when they are first needed and keeps them mounted, so that their closing transition can run. */
export const MountOnce = ({ when, children }: PropsWithChildren<{ when: boolean }>) => {
  const [mounted, setMounted] = useState(when)
  if (when && !mounted) setMounted(true)
  return mounted ? <Suspense>{children}</Suspense> : null
}
