/** A name as it stands within a sentence: `purchase order`, but `PO line`. */
export const within = (name: string): string =>
  /^\p{Lu}\p{Lu}/u.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1)
