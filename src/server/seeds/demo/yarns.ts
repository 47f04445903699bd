import { addDays } from '#shared/base/dates.ts'

type Share = readonly [fibre: string, pct: string, qualifier?: 'recycled' | 'organic']

const shares = (...all: readonly Share[]) =>
  all.map(([code, pct, qualifier]) => ({
    fibre_id: { code },
    pct,
    ...(qualifier ? { [qualifier]: true } : {}),
  }))

/** Yarns of invented mills, with references by business key. The yarns that colours are knitted from are active. */
export const demoYarns = (day: string) => {
  const until = (days: number) => addDays(day, days)
  const answered = (email: string, days: number, answer: string) => ({
    answer,
    answered_by: { email },
    answered_at: `${addDays(day, -days)}T10:15:00.000Z`,
  })
  const accepted = { status: 'active', ...answered('office@demo.test', 300, 'Approved after the knit-down.') }
  return [
    {
      code: 'MER-195-2/48',
      name_en: 'Extrafine merino 2/48',
      name_zh: '超细美利奴羊毛 2/48',
      mill_supplier_id: { code: 'BWK' },
      country: 'CN',
      ...{ count_value: '48', count_system: 'Nm', plies: 2, twist: 'Z 480 / S 260', micron: '19.5' },
      ...{ spinning: 'worsted', finishes: ['superwash'], gauge_from: '12', gauge_to: '14' },
      ...{ lead_time_days: 35, moq_kg: 100, price_per_kg: '27.8', currency: 'USD' },
      fibres: shares(['WO', '100']),
      certificates: [
        { standard: 'rws', certificate_no: 'RWS-2025-11842', valid_until: until(160) },
        { standard: 'oeko_tex', certificate_no: '25.HCN.40177', valid_until: until(48) },
      ],
      ...accepted,
    },
    {
      code: 'LAM-2/15',
      name_en: 'Woollen lambswool blend 2/15',
      name_zh: '粗纺羔羊毛混纺 2/15',
      mill_supplier_id: { code: 'BWK' },
      country: 'CN',
      ...{ count_value: '15', count_system: 'Nm', plies: 2, twist: 'Z 360 / S 190', micron: '21.5' },
      ...{ spinning: 'woollen', finishes: ['carded'], gauge_from: '7', gauge_to: '12' },
      ...{ lead_time_days: 40, moq_kg: 150, price_per_kg: '14.2', currency: 'USD' },
      fibres: shares(['WO', '80'], ['PA', '20']),
      certificates: [{ standard: 'rws', certificate_no: 'RWS-2025-11842', valid_until: until(160) }],
      ...accepted,
    },
    {
      code: 'CA-2/16',
      name_en: 'Cotton acrylic 2/16',
      name_zh: '棉腈混纺 2/16',
      mill_supplier_id: { code: 'HBS' },
      country: 'CN',
      ...{ count_value: '16', count_system: 'Nm', plies: 2, twist: 'Z 400 / S 220' },
      ...{ spinning: 'ring', finishes: ['combed'], gauge_from: '5', gauge_to: '7' },
      ...{ lead_time_days: 25, moq_kg: 200, price_per_kg: '6.4', currency: 'USD' },
      fibres: shares(['CO', '60'], ['PAN', '40']),
      ...accepted,
    },
    {
      code: 'CHK-1/3.5',
      name_en: 'Brushed chunky blend 1/3.5',
      name_zh: '拉毛粗针混纺 1/3.5',
      mill_supplier_id: { code: 'HBS' },
      country: 'CN',
      ...{ count_value: '3.5', count_system: 'Nm', plies: 1 },
      ...{ spinning: 'fancy', finishes: ['brushed'], gauge_from: '3', gauge_to: '3' },
      ...{ lead_time_days: 30, moq_kg: 120, price_per_kg: '9.9', currency: 'USD' },
      fibres: shares(['PAN', '50'], ['PA', '30'], ['WO', '20']),
      ...accepted,
    },
    {
      code: 'VN-2/48',
      name_en: 'Viscose nylon 2/48',
      name_zh: '粘锦混纺 2/48',
      mill_supplier_id: { code: 'BWK' },
      country: 'CN',
      ...{ count_value: '48', count_system: 'Nm', plies: 2, twist: 'Z 560 / S 300' },
      ...{ spinning: 'compact', finishes: ['anti_pilling'], gauge_from: '12', gauge_to: '14' },
      ...{ lead_time_days: 28, moq_kg: 150, price_per_kg: '7.1', currency: 'USD' },
      fibres: shares(['CV', '80'], ['PA', '20']),
      certificates: [{ standard: 'fsc', certificate_no: 'FSC-C142906', valid_until: until(520) }],
      ...accepted,
    },
    {
      code: 'CTN-32/2',
      name_en: 'Combed cotton Ne 32/2',
      name_zh: '精梳棉 32 支双股',
      mill_supplier_id: { code: 'PDK' },
      country: 'BD',
      ...{ count_value: '32', count_system: 'Ne', plies: 2, twist: 'Z 760 / S 420' },
      ...{ spinning: 'ring', finishes: ['combed', 'gassed', 'mercerised'], gauge_from: '9', gauge_to: '12' },
      ...{ lead_time_days: 25, moq_kg: 300, price_per_kg: '5.6', currency: 'USD' },
      fibres: shares(['CO', '100']),
      certificates: [{ standard: 'bci', certificate_no: 'BC-208831', valid_until: until(-20) }],
      ...accepted,
    },
    {
      code: 'WA-2/10',
      name_en: 'Wool acrylic 2/10',
      name_zh: '毛腈混纺 2/10',
      country: 'IT',
      ...{ count_value: '10', count_system: 'Nm', plies: 2 },
      ...{ spinning: 'semi_worsted', finishes: ['bulked'], gauge_from: '5', gauge_to: '7' },
      ...{ lead_time_days: 45, moq_kg: 100, price_per_kg: '13.9', currency: 'EUR' },
      fibres: shares(['WO', '50'], ['PAN', '50']),
      ...accepted,
    },
    {
      code: 'CRP-20/2',
      name_en: 'Cotton recycled polyester Ne 20/2',
      name_zh: '棉与再生聚酯 20 支双股',
      mill_supplier_id: { code: 'CCE' },
      country: 'IN',
      ...{ count_value: '20', count_system: 'Ne', plies: 2 },
      ...{ spinning: 'ring', finishes: ['combed'], gauge_from: '7', gauge_to: '9' },
      ...{ lead_time_days: 32, moq_kg: 400, price_per_kg: '4.9', currency: 'USD' },
      fibres: shares(['CO', '70'], ['PES', '30', 'recycled']),
      certificates: [{ standard: 'grs', certificate_no: 'GRS-CU-889214', valid_until: until(260) }],
      ...accepted,
    },
    {
      code: 'OCN-30/1',
      name_en: 'Organic cotton Ne 30',
      name_zh: '有机棉 30 支',
      mill_supplier_id: { code: 'GLG' },
      country: 'CN',
      ...{ count_value: '30', count_system: 'Ne', plies: 1, twist: 'Z 860' },
      ...{ spinning: 'compact', finishes: ['combed', 'waxed'], gauge_from: '20', gauge_to: '28' },
      ...{ lead_time_days: 20, moq_kg: 500, price_per_kg: '5.2', currency: 'USD' },
      fibres: shares(['CO', '100', 'organic']),
      certificates: [{ standard: 'gots', certificate_no: 'GOTS-CU-1047735', valid_until: until(300) }],
      ...accepted,
    },
    {
      code: 'SLB-24/1',
      name_en: 'Cotton slub Ne 24',
      name_zh: '竹节棉 24 支',
      mill_supplier_id: { code: 'GLG' },
      country: 'CN',
      ...{ count_value: '24', count_system: 'Ne', plies: 1 },
      ...{ spinning: 'ring', finishes: ['carded'], gauge_from: '18', gauge_to: '24' },
      ...{ lead_time_days: 22, moq_kg: 500 },
      notes: 'Slub length 4 to 8 cm, thickness 1.8 times.',
      fibres: shares(['CO', '100']),
      status: 'proposed',
    },
    {
      code: 'CSH-2/26',
      name_en: 'Cashmere wool 2/26',
      name_zh: '羊绒羊毛混纺 2/26',
      mill_supplier_id: { code: 'BWK' },
      country: 'CN',
      ...{ count_value: '26', count_system: 'Nm', plies: 2, micron: '16.5' },
      ...{ spinning: 'woollen', finishes: ['carded'], gauge_from: '12', gauge_to: '12' },
      ...{ lead_time_days: 60, moq_kg: 50 },
      fibres: shares(['WO', '90'], ['WS', '10']),
      status: 'proposed',
    },
    {
      code: 'REC-12/1',
      name_en: 'Open-end recycled cotton Ne 12',
      name_zh: '气流纺再生棉 12 支',
      mill_supplier_id: { code: 'GLG' },
      country: 'CN',
      ...{ count_value: '12', count_system: 'Ne', plies: 1 },
      ...{ spinning: 'open_end', gauge_from: '14', gauge_to: '18' },
      ...{ lead_time_days: 25, moq_kg: 1000 },
      fibres: shares(['CO', '60', 'recycled'], ['PES', '40', 'recycled']),
      status: 'rejected',
      ...answered('office2@demo.test', 25, 'Pilling grade 2 after 2,000 rubs. Please offer a ring-spun quality.'),
    },
    {
      code: 'ANG-2/28',
      name_en: 'Angora blend 2/28',
      name_zh: '兔毛混纺 2/28',
      country: 'CN',
      ...{ count_value: '28', count_system: 'Nm', plies: 2 },
      ...{ spinning: 'woollen', gauge_from: '12', gauge_to: '12', lead_time_days: 40 },
      fibres: shares(['WO', '60'], ['WA', '20'], ['PA', '20']),
      status: 'retired',
      ...answered('office@demo.test', 120, 'The house no longer buys angora.'),
    },
    {
      code: 'PA-78/2',
      name_en: 'Textured polyamide 78 dtex',
      name_zh: '锦纶弹力丝 78 dtex 双股',
      country: 'CN',
      ...{ count_value: '78', count_system: 'dtex', plies: 2 },
      ...{ spinning: 'filament', finishes: ['dope_dyed'], lead_time_days: 18, moq_kg: 300 },
      ...{ price_per_kg: '4.3', currency: 'USD' },
      fibres: shares(['PA', '100']),
      ...accepted,
    },
  ]
}

/** The yarn from which a fabric is knitted, by the article's description of the fabric. */
const yarnByFabric: Readonly<Record<string, string>> = {
  '60% cotton 40% acrylic, 7 gauge': 'CA-2/16',
  '100% merino wool, 14 gauge': 'MER-195-2/48',
  '50% acrylic 30% nylon 20% wool, 3 gauge': 'CHK-1/3.5',
  '100% cotton, 12 gauge': 'CTN-32/2',
  '80% viscose 20% nylon, 12 gauge': 'VN-2/48',
  '80% lambswool 20% nylon, 12 gauge': 'LAM-2/15',
  '100% cotton, 9 gauge': 'CTN-32/2',
  '50% wool 50% acrylic, 5 gauge': 'WA-2/10',
  '70% cotton 30% recycled polyester, 7 gauge': 'CRP-20/2',
  '100% organic cotton jersey': 'OCN-30/1',
  '100% organic cotton interlock': 'OCN-30/1',
}

const fibreCodes: Readonly<Record<string, string>> = {
  ...{ cotton: 'CO', 'merino wool': 'WO', lambswool: 'WO', wool: 'WO', cashmere: 'WS', 'mulberry silk': 'SE' },
  ...{ linen: 'LI', viscose: 'CV', modal: 'CMD', acrylic: 'PAN', nylon: 'PA', polyamide: 'PA' },
  ...{ polyester: 'PES', elastane: 'EL' },
}
const fibreNames = Object.keys(fibreCodes).sort((a, b) => b.length - a.length)
const shareText = new RegExp(`(\\d+)% (?:(recycled|organic) )?(${fibreNames.join('|')})\\b`, 'g')

interface PartShare {
  component: string
  fibre_id: { code: string }
  pct: string
  recycled?: boolean
}

/**
 * The material of a colour: its yarn, or fibres of its own if the fabric is bought. A cotton marl has fibres of its own,
 * because it is spun with viscose. Coats have a lining. Empty if the description does not state fibres (`paper straw`).
 */
export const materialOf = (fabric: string, colour: string): { yarn_id?: { code: string }; fibres?: PartShare[] } => {
  const yarn = yarnByFabric[fabric]
  if (yarn && colour !== marl) return { yarn_id: { code: yarn } }
  const isMarl = colour === marl && fabric.startsWith('100% cotton')
  const shell = isMarl ? [part('shell', 'CO', '90'), part('shell', 'CV', '10')] : shellOf(fabric)
  if (shell.length === 0) return {}
  return {
    ...(yarn ? { yarn_id: { code: yarn } } : {}),
    fibres: [
      ...shell,
      ...(/wadding|showerproof|taped seams/.test(fabric) ? [part('lining', 'PES', '100')] : []),
      ...(fabric.includes('wadding') ? [{ ...part('filling', 'PES', '100'), recycled: true }] : []),
    ],
  }
}

const marl = 'GRM'
const part = (component: string, code: string, pct: string): PartShare => ({ component, fibre_id: { code }, pct })

/** The fibres of the shell as the fabric's description states them; empty unless they add up to 100 %. */
const shellOf = (fabric: string): PartShare[] => {
  const parts = [...fabric.matchAll(shareText)].map(([, pct = '', qualifier, name = '']) => ({
    ...part('shell', fibreCodes[name] ?? '', pct),
    ...(qualifier ? { [qualifier]: true } : {}),
  }))
  return parts.reduce((sum, { pct }) => sum + Number(pct), 0) === 100 ? parts : []
}
