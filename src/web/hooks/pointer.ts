/** Whether the primary pointer is a mouse: on touch screens a focused field opens the keyboard. */
export const hasMouse = () => matchMedia('(hover: hover) and (pointer: fine)').matches
