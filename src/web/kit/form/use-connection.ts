import { useEffect, useState } from 'react'

/** After a failed connection (`isLost`): whether the portal answers again. */
export const useConnectionBack = (isLost: boolean): boolean => {
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    setBack(false)
    if (!isLost) return
    let isOver = false
    const ask = async () => {
      const answers = await fetch('/api/health', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!answers || isOver) return
      clearInterval(timer)
      setBack(true)
    }
    const timer = setInterval(ask, pause)
    addEventListener('online', ask)
    return () => {
      isOver = true
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [isLost])
  return isBack
}

/** Milliseconds between two questions. */
const pause = 3000
