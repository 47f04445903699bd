import { type PropsWithChildren, Suspense, useState } from 'react'

/** Mounts lazy children once they are first wanted, and keeps them: they close by themselves, with their movement. */
export const MountOnce = ({ when, children }: PropsWithChildren<{ when: boolean }>) => {
  const [mounted, setMounted] = useState(when)
  if (when && !mounted) setMounted(true)
  return mounted ? <Suspense>{children}</Suspense> : null
}
