/** Stands in for axios's fetch adapter in the built web app: a browser always takes the first one, XMLHttpRequest. */
export const getFetch = () => null
export default null
