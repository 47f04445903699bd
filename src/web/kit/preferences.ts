/** Reads what the person set up in this browser (columns, density); null where nothing readable stands. */
export const readPreference = <T>(name: string): T | null => {
  try {
    return JSON.parse(localStorage.getItem(`kit:${name}`) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps it for the next visit. */
export const keepPreference = (name: string, value: unknown) =>
  localStorage.setItem(`kit:${name}`, JSON.stringify(value))
