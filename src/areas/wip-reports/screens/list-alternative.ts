/** Parameters of the board's address. With only these the board is shown; any other one selects the list. */
export const alternativeParameters: readonly string[] = ['as', 'week', 'find', 'supplier']
