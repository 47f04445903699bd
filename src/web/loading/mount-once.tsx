import { type PropsWithChildren, Suspense, useState } from 'react'

/** Mounts lazy children once they are first wanted, and keeps them: they close by themselves, with their movement. */
export const Later = ({ wanted, children }: PropsWithChildren<{ wanted: boolean }>) => {
  const [mounted, setMounted] = useState(wanted)
  if (wanted && !mounted) setMounted(true)
  return mounted ? <Suspense>{children}</Suspense> : null
}
