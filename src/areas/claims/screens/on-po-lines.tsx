import { ClaimsOf } from './claims-of'

/** Claims for the goods of a line. */
export const Section = ({ id }: { id: number }) => <ClaimsOf of={{ field: 'order_line', value: id }} />
