/** Whether the primary pointer is a mouse. On touch screens, focusing a field would open the keyboard. */
export const hasMouse = () => matchMedia('(hover: hover) and (pointer: fine)').matches
