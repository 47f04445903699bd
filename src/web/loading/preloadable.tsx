import { type ComponentType, createElement, use, useMemo } from 'react'
import { resolvedPromise, tracked } from './tracked'

/** A lazy component that can be loaded beforehand; `Draw` renders it. */
export interface Preloadable<M, P extends object> {
  /** Loads the module. After a failure the next call tries again. */
  load: () => Promise<M>
  /**
   * A promise of the component that React's `use` reads synchronously once it is loaded. Until then, and if it was
   * rejected, it is always the same promise; otherwise React would retry forever.
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
        // Keep the promise of a suspended page, because React would treat another one as new in every rendering.
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

/** Renders a lazy component: synchronously if it is loaded, otherwise it suspends. */
export const Draw = <M, P extends object>({ page, with: props }: DrawProps<M, P>) => {
  // Memoised, because a component that suspended must call `use` again even if it is loaded by now.
  const Loaded = useMemo(() => page.loaded(), [page])
  return Loaded ? <Loaded {...props} /> : <Await page={page} with={props} />
}

const Await = <M, P extends object>({ page, with: props }: DrawProps<M, P>) =>
  createElement(use(page.component()), props)
