/** What the office is offered as the category of goods: one at the lowest level, as order lines take no other. */
export const leafCategories = { admin: { is_leaf: 'true' }, Office: { is_leaf: 'true' } } as const
