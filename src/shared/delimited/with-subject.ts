/** A message with the place that it is about before it, unless it begins with that place itself (`Supplier “X” not found`). */
export const withSubject = (place: string | undefined, message: string, colon: string): string =>
  place && !message.toLowerCase().startsWith(place.toLowerCase()) ? `${place}${colon}${message}` : message
