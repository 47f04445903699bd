/** Whether the person points with a mouse: on a touch screen a field that is focused brings up the keyboard. */
export const hasMouse = () => matchMedia('(hover: hover) and (pointer: fine)').matches
