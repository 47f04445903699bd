import { http } from '#web/providers/http.ts'

/** Downloads a file with the access token, under the server's file name or else `name`. */
export const download = async (path: string, name: string, params?: URLSearchParams) => {
  const { data, headers } = await http.get<Blob>(path, { params, responseType: 'blob', timeout: 0 })
  const serverName = /filename="([^"]+)"/.exec(String(headers['content-disposition'] ?? ''))?.[1]
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = address
  link.download = serverName ?? name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
