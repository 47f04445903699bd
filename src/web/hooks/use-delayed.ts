import { useEffect, useState } from 'react'

/** True once `waiting` has been true for 150 ms, so that short waits show no indicator. */
export const useDelayed = (waiting: boolean): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting && late
}
