/** Categories of value added tax by UNTDID 5305: standard, zero, exempt, reverse charge, export, outside the scope. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** Whether the tax of each line is rounded, or that of all lines with the same rate together. */
export const taxRoundings = ['line', 'invoice'] as const
