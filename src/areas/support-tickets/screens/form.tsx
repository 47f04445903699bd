import { Navigate } from 'react-router'

/** A new ticket is written where pictures and papers can go with it. */
export const Form = () => <Navigate to="/pages/label_design" replace />
