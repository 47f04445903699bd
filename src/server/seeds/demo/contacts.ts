import type { DemoSupplier } from './supplier'

/** The contacts of a supplier: its merchandiser, and two to four others. */
export const contactsOf = ({ id, code, country, contact, phone, language }: Supplied) => {
  const mail = (who: string) => `${who}@${code.toLowerCase()}.example`
  const languages = language ? ['en', 'zh'] : ['en', ...(spoken[country] ?? [])]
  const others = (namesIn[country] ?? namesIn.GB ?? []).slice(0, 2 + (id % 3))
  return [
    {
      full_name: contact.join(' '),
      function: 'merchandising',
      is_primary: true,
      email: mail('merchandising'),
      phone,
      ...(language ? { wechat_id: `${code.toLowerCase()}-sales` } : {}),
      languages,
    },
    ...others.map((full_name, index) => ({
      full_name,
      function: functions[(id + index) % functions.length],
      is_primary: index === 0,
      email: mail(functions[(id + index) % functions.length] ?? 'office'),
      phone: index === 0 ? `${phone.slice(0, -2)}${String(10 + ((id * 7) % 89))}` : null,
      ...(language && index === 0 ? { wechat_id: `${code.toLowerCase()}_${20 + id}` } : {}),
      languages: language ? ['zh'] : languages,
    })),
  ]
}

type Supplied = Pick<DemoSupplier, 'id' | 'code' | 'country' | 'contact' | 'phone' | 'language'>

const functions = ['shipping', 'quality', 'production', 'finance', 'compliance', 'management']

const spoken: Record<string, string[]> = {
  HK: ['zh', 'yue'],
  BD: ['bn'],
  VN: ['vi'],
  IN: ['hi'],
  TR: ['tr'],
  KH: ['km'],
  PK: ['ur'],
  LK: ['si'],
}

/** Invented people; their names are spelt as people of their countries spell them. */
const namesIn: Record<string, string[]> = {
  CN: ['王丽萍', '赵国强', '吴晓燕', '郑海涛'],
  HK: ['張美玲 May Cheung', 'Raymond Yip', '何家豪 Calvin Ho', 'Peggy Tsang'],
  BD: ['Nusrat Jahan', 'Shafiqul Islam', 'Rezaul Karim', 'Tahmina Begum'],
  VN: ['Phạm Thị Hương', 'Đỗ Minh Tuấn', 'Vũ Ngọc Lan', 'Bùi Quang Dũng'],
  IN: ['Lakshmi Narayanan', 'Arjun Mehta', 'Kavitha Raj', 'Suresh Pillai'],
  TR: ['Zeynep Aksoy', 'Murat Yıldız', 'Selin Koç', 'Onur Şahin'],
  KH: ['Srey Mom Keo', 'Vannak Sok', 'Bopha Lim', 'Rithy Heng'],
  PK: ['Sana Iqbal', 'Usman Tariq', 'Hina Shah', 'Kamran Butt'],
  LK: ['Nimali Perera', 'Ruwan Fernando', 'Chamari Silva', 'Asela Jayasinghe'],
  GB: ['Alex Reid', 'Jo Carter', 'Robin Hale', 'Pat Lowe'],
}
