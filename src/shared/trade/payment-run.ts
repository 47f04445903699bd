/** What became of an invoice in a payment run. While it is open, no other run takes the invoice. */
export const itemStates = ['open', 'paid', 'failed', 'withdrawn'] as const
