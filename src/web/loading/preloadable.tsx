import { type ComponentType, createElement, use, useMemo } from 'react'
import { resolvedPromise, tracked } from './tracked'

/** A lazy component that can be awaited beforehand; `Draw` draws it. */
export interface Preloadable<M, P extends object> {
  /** Loads the module; after a failure the next call tries again. */
  load: () => Promise<M>
  /**
   * The component, read synchronously once it is loaded; until then the same promise each time, also a rejected one, or
   * React would retry for ever.
   */
  component: () => Promise<ComponentType<P>>
  /** The component if it is loaded. */
  loaded: () => ComponentType<P> | undefined
}

/** Declares a lazy component by its module and export. */
export const preloadable = <M, P extends object>(
  source: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
): Preloadable<M, P> => {
  let loading: Promise<M> | undefined
  let component: Promise<ComponentType<P>> | undefined
  let loaded: ComponentType<P> | undefined
  let failed = false
  const load = () => {
    loading ??= source().then(
      (module) => {
        // A suspended page keeps its promise: React treats another one as a new promise of each rendering.
        loaded = pick(module)
        if (!component || failed) component = resolvedPromise(loaded)
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
    loaded: () => loaded,
  }
}

interface DrawProps<M, P extends object> {
  page: Preloadable<M, P>
  with: P
}

/** Renders a lazy component: at once if it is loaded, else it suspends. */
export const Draw = <M, P extends object>({ page, with: props }: DrawProps<M, P>) => {
  // Not later, even if it is loaded by then: a component that has suspended must call `use` again.
  const Loaded = useMemo(() => page.loaded(), [page])
  return Loaded ? <Loaded {...props} /> : <Await page={page} with={props} />
}

const Await = <M, P extends object>({ page, with: props }: DrawProps<M, P>) =>
  createElement(use(page.component()), props)
