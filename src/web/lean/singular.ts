/** Stands in for `pluralize` in the built web app: Refine makes words of resource names with it, and all words here are ours. */
export default { plural: (word: string) => word, singular: (word: string) => word }
