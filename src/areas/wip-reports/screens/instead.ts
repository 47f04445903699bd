/** What the address says of the board, which is drawn instead of the list; any other word asks for the reports themselves. */
export const boardParameters: readonly string[] = ['as', 'week', 'find', 'supplier']
