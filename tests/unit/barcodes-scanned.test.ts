import { describe, expect, it } from 'vitest'
import { loadEncoder, placedBarcode, quietZones } from '#server/paper/barcode.ts'
import type { MarkOrder } from '#server/paper/mark/order.ts'
import { markSvg, marksPdf } from '#server/paper/mark/sheets.ts'
import { sheetSvg } from '#server/paper/sheet-svg.ts'
import { cartonMarks } from '#shared/trade/carton-mark.ts'
import { priceTickets } from '#shared/trade/price-ticket.ts'
import { pointsOf, type Symbology } from '#shared/trade/print-sheet.ts'
import { type ScannedCode, scanPdf, scanSvg } from '../kit/barcodes'
import { carton, ticket } from '../kit/marked-line'

/** A barcode alone on white, with no more room than its quiet zones. */
const sheetOf = async (symbology: Symbology, value: string) => {
  const pattern = (await loadEncoder())(symbology, value)
  const module = pointsOf(symbology === 'qrcode' ? 0.5 : 0.33)
  const [left, right] = quietZones[symbology]
  const barcode = placedBarcode(pattern, { x: left * module, y: left * module, module, height: pointsOf(20) })
  const [width, height] = [barcode.x + barcode.width + right * module, barcode.height + 2 * left * module]
  return Buffer.from(sheetSvg({ width, height, items: [barcode] }, value))
}

describe('a scanner reads', { timeout: 60_000 }, () => {
  it.each([
    ['ean13', '6291041500213'],
    ['ean13', '0614141000036'],
    ['itf14', '16291041500210'],
    ['itf14', '00614141000036'],
    ['code128', 'PO-1042-20-3'],
    ['code128', '1234567890'],
    ['code128', 'PO/26-000123_7/0001'],
    ['qrcode', 'PO=PO-1042;LINE=20;CARTON=1;OF=7'],
    ['qrcode', `PO=${'X'.repeat(60)};LINE=9999;CARTON=99999;OF=99999`],
  ] as const)('%s of %s', async (symbology, value) => {
    expect(await scanSvg(await sheetOf(symbology, value))).toEqual([[symbology, value]])
  })

  const cartons: MarkOrder = { kind: 'carton_mark', marks: cartonMarks(carton, 2, 4), title: 'Cartons', language: 'en' }
  const tickets: MarkOrder = { kind: 'price_ticket', marks: priceTickets(ticket, 'GB'), title: 'T', language: 'en' }
  const onCartons: ScannedCode[][] = [
    [
      ['qrcode', 'PO=PO-1042;LINE=20;CARTON=2;OF=7'],
      ['itf14', '16291041500210'],
    ],
    [
      ['qrcode', 'PO=PO-1042;LINE=20;CARTON=3;OF=7'],
      ['code128', 'PO-1042-20-3'],
    ],
    [
      ['qrcode', 'PO=PO-1042;LINE=20;CARTON=4;OF=7'],
      ['code128', 'PO-1042-20-4'],
    ],
  ]
  const onTickets: ScannedCode[][] = [[['ean13', '6291041500213']], [['ean13', '4006381333931']]]

  it('what carton marks say, drawn and printed', async () => {
    expect(await scanSvg(await markSvg(cartons))).toEqual(onCartons[0])
    expect(await scanPdf(await marksPdf(cartons))).toEqual(onCartons)
  })

  it('what price tickets say, drawn and printed', async () => {
    expect(await scanSvg(await markSvg(tickets))).toEqual(onTickets[0])
    expect(await scanPdf(await marksPdf(tickets))).toEqual(onTickets)
  })
})
