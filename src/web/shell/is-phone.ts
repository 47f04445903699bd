/** Whether the window is as narrow as a phone's, where the first drawing must not hold up a thumb. */
export const isPhone = () => matchMedia('(max-width: 599.95px)').matches
