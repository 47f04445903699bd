/** Replaces axios's fetch adapter: browsers always use the first one, XMLHttpRequest. */
export const getFetch = () => null
export default null
