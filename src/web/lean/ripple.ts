/** Stands in for MUI's ripple in the built web app: the theme turns it off everywhere, and what was never asked for need not travel. */
export default () => null
