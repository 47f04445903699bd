import { ClaimsOf } from './claims-of'

/** Claims for goods of an order. */
export const Section = ({ id }: { id: number }) => <ClaimsOf of={{ field: 'purchase_order_id', value: id }} />
