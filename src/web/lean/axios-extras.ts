/** Stands in for what axios gives away beside its calls, names of status codes and forms as JSON: nobody here asks for it. */
export default (): never => {
  throw new Error('axios comes without it: src/web/lean/axios-extras.ts')
}
