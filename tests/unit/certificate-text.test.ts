import { describe, expect, it } from 'vitest'
import { readCertificate } from '#shared/trade/certificate-text.ts'

describe('the text of a certificate says', () => {
  it.each<[string, string[], string[]]>([
    ['Valid until: 2026-05-01', [], ['2026-05-01']],
    ['Valid until 01 May 2026', [], ['2026-05-01']],
    ['VALID UNTIL: May 1st, 2026', [], ['2026-05-01']],
    ['Expiry date 1-MAY-2026', [], ['2026-05-01']],
    ['This certificate expires on September 30, 2027.', [], ['2027-09-30']],
    ['Date of expiration: 2026/5/1', [], ['2026-05-01']],
    ['有效期至:2026年5月1日', [], ['2026-05-01']],
    ['有效期至：２０２６年５月１日', [], ['2026-05-01']],
    ['有效期至 2026-05-01', [], ['2026-05-01']],
    ['证书到期日期 2026.05.01', [], ['2026-05-01']],
    ['有效期：2025年5月2日至2026年5月1日', ['2025-05-02'], ['2026-05-01']],
    ['Valid from: 12 May 2026\nValid until: 11 May 2029', ['2026-05-12'], ['2029-05-11']],
    ['Validity: 12.05.2026 – 11.05.2029', ['2026-05-12'], ['2029-05-11']],
    ['Validity 12.05.2029', [], ['2029-05-12']],
    ['Valid from 2026-05-12 to 2029-05-11', ['2026-05-12'], ['2029-05-11']],
    ['Date of issue: 03 June 2026   Valid until: 02 June 2027', ['2026-06-03'], ['2027-06-02']],
    ['发证日期：2026年6月3日 有效期至：2027年6月2日', ['2026-06-03'], ['2027-06-02']],
    ['Issued 03 June 2026, effective date 05 June 2026, expires 04 June 2027', ['2026-06-05'], ['2027-06-04']],
    // Neither reading is more likely.
    ['Valid until 05/06/2026', [], ['2026-06-05', '2026-05-06']],
    ['Valid until 13/06/2026', [], ['2026-06-13']],
    ['Valid until 06/13/2026', [], ['2026-06-13']],
    ['Valid until 05.06.2026', [], ['2026-06-05']],
    ['Valid until 05/05/2026', [], ['2026-05-05']],
    // Days that are none, and that mean something else.
    ['Valid until 2026-02-30', [], []],
    ['Valid until 31 April 2026', [], []],
    ['Audit date: 2026-05-01', [], []],
    ['Valid. Audit date: 2026-05-01', [], []],
    ['Printed 2026-05-01', [], []],
    ['2026-05-01', [], []],
    ['Valid until further notice', [], []],
    ['Certificate No. 2026-05-01-17 valid until 2027-01-01', [], ['2027-01-01']],
    ['', [], []],
  ])('%j', (text, from, to) => {
    const { valid_from, valid_to } = readCertificate(text)
    expect([valid_from, valid_to]).toEqual([from, to])
  })

  it.each([
    ['Certificate No.: SA-CN-2024-0381', ['SA-CN-2024-0381']],
    ['Certificate number 24.HCN.81735  Valid until 2027-01-01', ['24.HCN.81735']],
    ['CERTIFICATE NO: cu 872114 grs-2026-11 Issued by Control Union', ['CU 872114 GRS-2026-11']],
    ['证书编号：01 100 2026118', ['01 100 2026118']],
    ['Registration No. 31877', ['31877']],
    ['Certificate\nGolden Loom', []],
    ['Certificate of Registration', []],
    ['This certificate is valid until 2027-01-01', []],
    ['Certificate No.: pending', []],
  ])('in %j the numbers %j', (text, numbers) => expect(readCertificate(text).certificate_no).toEqual(numbers))

  it('no more than a few of what is repeated', () => {
    const many = Array.from({ length: 300 }, (_, at) => `Valid until 20${String((at % 60) + 20)}-01-01`).join('\n')
    expect(readCertificate(many).valid_to).toHaveLength(4)
  })

  it.each([
    ['digits', '1'.repeat(200_000)],
    ['separators', '1-'.repeat(100_000)],
    ['labels', 'valid '.repeat(40_000)],
    ['months', 'may '.repeat(60_000)],
    ['numbers', 'certificate no '.repeat(20_000)],
    ['spaces', ' '.repeat(200_000)],
    ['chinese', '有效期'.repeat(60_000)],
    ['days', '2026-05-01 to '.repeat(20_000)],
  ])('its things at once also from a hostile text of %s', (_of, text) => {
    const from = performance.now()
    readCertificate(text)
    expect(performance.now() - from).toBeLessThan(500)
  })
})
