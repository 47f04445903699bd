import { type ComponentType, createElement, use } from 'react'
import { resolvedPromise, tracked } from './tracked'

/** A lazy component that can be awaited beforehand; `Draw` draws it. */
export interface Preloadable<M, P extends object> {
  /** Loads the module; after a failure the next call tries again. */
  load: () => Promise<M>
  /**
   * The component to come, read at once when it is loaded; until then the same promise each time, a failed one too, or
   * React would ask for ever.
   */
  component: () => Promise<ComponentType<P>>
}

/** Declares a lazy component: where its module comes from, and which of its exports it is. */
export const preloadable = <M, P extends object>(
  source: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
): Preloadable<M, P> => {
  let loading: Promise<M> | undefined
  let component: Promise<ComponentType<P>> | undefined
  let failed = false
  const load = () => {
    loading ??= source().then(
      (module) => {
        // A page that waits keeps its promise: React takes another one for a promise made anew at each drawing.
        if (!component || failed) component = resolvedPromise(pick(module))
        failed = false
        return module
      },
      (error) => {
        loading = undefined
        failed = true
        throw error
      },
    )
    return loading
  }
  return {
    load,
    component: () => {
      component ??= tracked(load().then(pick))
      return component
    },
  }
}

/** Draws a lazy component: at once if it is loaded, else it suspends. */
export const Draw = <M, P extends object>({ page, with: props }: { page: Preloadable<M, P>; with: P }) =>
  createElement(use(page.component()), props)
