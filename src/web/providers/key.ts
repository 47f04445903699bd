/** A fresh Idempotency-Key. (`crypto.randomUUID` is absent where the portal is opened over plain HTTP in a company's network.) */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
