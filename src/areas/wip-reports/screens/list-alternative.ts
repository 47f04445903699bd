/** The parameters of the board's address. With only these, the board is drawn; any other one asks for the list. */
export const alternativeParameters: readonly string[] = ['as', 'week', 'find', 'supplier']
