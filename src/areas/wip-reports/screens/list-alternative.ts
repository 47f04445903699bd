/**
 * Parameters of the board's address. Addresses with only these show the board; any other parameter selects the list.
 */
export const alternativeParameters: readonly string[] = ['as', 'week', 'find', 'supplier']
