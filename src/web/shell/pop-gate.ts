/**
 * The first to hear of a step back or forward. Listeners of a window are asked in the order they came, so this one is
 * put up before the router's: a form with unsaved entries can stop the step there.
 */
export const gatePop = (gate: (event: PopStateEvent) => void): (() => void) => {
  current = gate
  return () => {
    if (current === gate) current = null
  }
}

let current: ((event: PopStateEvent) => void) | null = null
addEventListener('popstate', (event) => current?.(event))
