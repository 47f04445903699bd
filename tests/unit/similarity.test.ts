import { describe, expect, it } from 'vitest'
import { distinctiveWords, likelyDuplicate, similarity } from '#shared/trade/similarity.ts'

const likely = (a: string, b: string, address: string | null = null, otherPlace = address) =>
  similarity({ name_en: a, address_en: address }, { name_en: b, address_en: otherPlace })

describe('names of one factory', () => {
  it.each([
    ['Golden Loom Garment Co., Ltd.', 'GOLDEN LOOM GARMENTS CO LTD'],
    ['Quanzhou Xinxing Footwear Co., Ltd', 'QUANZHOU XINXING FOOTWEAR LIMITED'],
    ['Pretty Sweaters Ltd.', 'Pretty Sweater Limited'],
    ['Boğaz Yıldızı Tekstil San. ve Tic. A.Ş.', 'BOGAZ YILDIZI TEKSTIL'],
    ['Zhejiang Jianlimei Knitting Clothing Co. Ltd.', 'Zhejiang Jianlimei Knitting'],
    ['Alif Embroidery Village Ltd.', 'Alif Embroidary Village Ltd'],
    ['Supreme Stitch Ltd. (Unit-2)', 'SUPREME STITCH UNIT 2'],
  ])('%s · %s', (a, b) => {
    expect(likely(a, b)).toBeGreaterThanOrEqual(likelyDuplicate)
    expect(likely(b, a)).toBeCloseTo(likely(a, b), 10)
  })
})

describe('names of different factories', () => {
  it.each([
    ['Supreme Stitch Ltd. Unit 2', 'Supreme Stitch Ltd. Unit 3'],
    ['Supreme Stitch Ltd.', 'Supreme Embellishment Ltd.'],
    ['Dongguan Luyang Shoes Co., Ltd.', 'Dongguan Regina Shoes Co., Ltd.'],
    ['Shine Embroidery Ltd.', 'Alif Embroidery Ltd.'],
    ['China Garment Factory', 'International Knitwear Ltd'],
  ])('%s · %s', (a, b) => expect(likely(a, b)).toBeLessThan(likelyDuplicate))
})

it('the same place makes half a name enough, another place does not make two of one', () => {
  const address = 'No. 78 Qiushi West Road, Yiwu City, Zhejiang'
  expect(likely('Jianlimei Knitting', 'Zhejiang Jianlimei Intimates Co', address)).toBeGreaterThan(
    likely('Jianlimei Knitting', 'Zhejiang Jianlimei Intimates Co', address, '12 Daling Park, Dalang'),
  )
  expect(
    likely('Golden Loom Garment', 'Golden Loom Garment', address, '1 Other Street, Ningbo'),
  ).toBeGreaterThanOrEqual(likelyDuplicate)
})

it.each([
  ['金织机三厂', '金织机三厂', true],
  ['金织机三厂', '金织机三厂有限公司', true],
  ['金织机三厂有限责任公司', '金织机三厂股份有限公司', true],
  ['金织机集团', '金织机集团有限公司', true],
  ['金织机（宁波）制衣有限公司', '金织机(宁波)制衣', true],
  ['金织机三厂', '金织机二厂', false],
  ['有限公司', '集团', false],
  ['', '', false],
])('%s and %s are one in Chinese: %s', (a, b, expected) => {
  const named = (name_zh: string, name_en: string) => ({ name_zh, name_en, address_en: null })
  expect(similarity(named(a, 'Third Mill'), named(b, 'Ningbo Dress Company')) >= likelyDuplicate).toBe(expected)
})

it('words that tell a name from others', () => {
  expect(distinctiveWords('Golden Loom Garment Co., Ltd.')).toEqual(['golden', 'loom'])
  expect(distinctiveWords('Garment Factory')).toEqual(['garment', 'factory'])
})
