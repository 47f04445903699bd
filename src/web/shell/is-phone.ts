/** Whether the window is as narrow as a phone, where the first rendering must not block input. */
export const isPhone = () => matchMedia('(max-width: 599.95px)').matches
