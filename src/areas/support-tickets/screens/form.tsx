import { Navigate } from 'react-router'

/** New tickets are written on the report page, which supports attachments. */
export const Form = () => <Navigate to="/pages/label_design" replace />
