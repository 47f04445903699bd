/** The edit icon. */
export const PencilIcon = () => (
  <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3" strokeLinejoin="round" />
  </svg>
)

/** The preview icon: a page with a side panel. */
export const PeekIcon = () => (
  <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M4 5h16v14H4zM14 5v14" strokeLinejoin="round" />
  </svg>
)
