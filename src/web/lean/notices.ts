/** Stands in for `notistack` in the built web app: only Refine's own notices use it, and ours are in `shell/messages.ts`. */
const absent = () => {
  throw new Error('notistack is left out of the build: src/web/lean/notices.ts')
}

export { absent as SnackbarContent, absent as SnackbarProvider, absent as useSnackbar, absent as withSnackbar }
