/** Replaces `minimatch`: Casbin needs it for `globMatch`, which our model does not use. */
export const minimatch = (): never => {
  throw new Error('the permission model has no globs')
}
