/**
 * Replaces Refine's tracing for its developer tools, which the portal does not use: every query and mutation would be
 * traced, and a stack parser would be bundled.
 */
export const getXRay = () => ({ hookName: '', trace: [], resourcePath: null })

export const useQuerySubscription = () => ({})
