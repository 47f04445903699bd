/** Stands in for axios's fetch adapter: a browser always takes the first one, XMLHttpRequest. */
export const getFetch = () => null
export default null
