/** Replaces axios's fetch adapter: in browsers axios uses XMLHttpRequest, the first adapter. */
export const getFetch = () => null
export default null
