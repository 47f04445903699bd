/**
 * Whether a tracking number is that of an air waybill: a prefix of three digits for the airline and eight digits, of
 * which the last is the remainder of the others divided by seven. Numbers of couriers are written in other ways.
 */
export const isAirWaybill = (number: string): boolean => /^\d{3}[- ]?\d{8}$/.test(number)

/** Whether the check digit of an air waybill is right. */
export const isAirWaybillRight = (number: string): boolean => {
  const serial = number.replace(/\D/g, '').slice(3)
  return Number(serial.slice(0, 7)) % 7 === Number(serial[7])
}
