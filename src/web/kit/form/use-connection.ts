import { useEffect, useState } from 'react'

/** Polls the portal while the connection is lost (`isLost`), and returns whether it responds again. */
export const useConnectionBack = (isLost: boolean): boolean => {
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    setBack(false)
    if (!isLost) return
    let isOver = false
    const poll = async () => {
      const isAnswering = await fetch('/api/health', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isAnswering || isOver) return
      clearInterval(timer)
      setBack(true)
    }
    const timer = setInterval(poll, interval)
    addEventListener('online', poll)
    return () => {
      isOver = true
      clearInterval(timer)
      removeEventListener('online', poll)
    }
  }, [isLost])
  return isBack
}

/** Milliseconds between two requests. */
const interval = 3000
