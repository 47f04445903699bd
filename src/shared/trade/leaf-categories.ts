/** Offers office users only categories at the lowest level, because order lines accept no others. */
export const leafCategories = { admin: { is_leaf: 'true' }, Office: { is_leaf: 'true' } } as const
