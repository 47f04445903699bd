import { http } from '#web/providers/http.ts'

/** Fetches a file with the token and gives it to the browser, under the name that the server says or else `name`. */
export const download = async (path: string, name: string, params?: URLSearchParams) => {
  const { data, headers } = await http.get<Blob>(path, { params, responseType: 'blob', timeout: 0 })
  const said = /filename="([^"]+)"/.exec(String(headers['content-disposition'] ?? ''))?.[1]
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = address
  link.download = said ?? name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
