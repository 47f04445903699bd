import type { Plugin } from 'vite'

/**
 * Errors that libraries make as they are loaded, to throw them later or never, come without a stack. It would tell only
 * of the loading; but for its lines V8 reads the whole chunk a second time, some 30 ms at each start.
 */
export const leanErrors = (): Plugin => ({
  name: 'portal:lean-errors',
  apply: 'build',
  transform: {
    filter: {
      id: /\/(react-dom-client\.production\.js|@refinedev\/core\/dist\/index\.mjs|casbin\/lib\/esm\/index\.mjs)/,
    },
    handler: (code) => ({ code: code.replace(made, withoutStack), map: null }),
  },
})

/** At the top of a module: `var someError = new Error("…")`, and React's `SomeException = Error(formatProdErrorMessage(1))`. */
const made = /^((?:var| {2})\s*\w+ = )(?:new )?Error\(\s*("[^"]*"|formatProdErrorMessage\(\d+\))\s*\)/gm

const withoutStack = (_: string, start: string, message: string) =>
  `${start}/* @__PURE__ */ Object.create(Error.prototype, { message: { value: ${message} } })`
