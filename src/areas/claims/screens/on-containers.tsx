import { ClaimsOf } from './claims-of'

/** Claims for what was missing or damaged in a container. */
export const Section = ({ id }: { id: number }) => <ClaimsOf of={{ field: 'container_id', value: id }} />
