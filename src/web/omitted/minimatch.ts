/** Replaces `minimatch`, which Casbin needs for `globMatch`; the model does not use it. */
export const minimatch = (): never => {
  throw new Error('globMatch is not available in the permission model: remove minimatch from omissions.ts to use it')
}
