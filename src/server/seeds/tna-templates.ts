import type { TaskAnchor, TaskOwner, TaskReporter } from '#shared/trade/tna-terms.ts'

/** The terms of a milestone that differ from the defaults: what completes it, how long it takes, what it waits for. */
interface More {
  by?: TaskReporter
  /** Days that it takes after the milestones that it waits for. */
  takes?: number
  after?: readonly [string, string?]
  air?: number
}
type Names = readonly [en: string, zh: string]
type Due = readonly [anchor: TaskAnchor, days: number]

/** The usual milestones of an order from Asia over some ninety days: first approvals, then production. */
const import90 = [
  item('po_issued', ['Order issued', '订单下达'], 'office', ['order', 0], { by: 'issued' }),
  item('po_confirmed', ['Order confirmed', '订单确认'], 'supplier', ['order', 3], {
    by: 'acknowledged',
    takes: 2,
    after: ['po_issued'],
  }),
  item('factory_allocated', ['Factory allocation approved', '工厂分配批准'], 'office', ['order', 7], {
    by: 'factory_allocated',
    takes: 3,
    after: ['po_confirmed'],
  }),
  item('specs_acknowledged', ['Specifications acknowledged', '规格确认'], 'supplier', ['order', 7], {
    by: 'specifications_acknowledged',
    takes: 3,
    after: ['po_confirmed'],
  }),
  item('fabric_booked', ['Yarn / fabric booked', '纱线 / 面料订购'], 'supplier', ['order', 10], {
    takes: 2,
    after: ['specs_acknowledged'],
  }),
  item('lab_dip_submitted', ['Lab dip / yarn colour submitted', '色样提交'], 'supplier', ['order', 12], {
    by: 'lab_dip_sent',
    takes: 5,
    after: ['specs_acknowledged'],
  }),
  item('lab_dip_approved', ['Lab dip / yarn colour approved', '色样批准'], 'office', ['order', 19], {
    by: 'lab_dip_approved',
    takes: 4,
    after: ['lab_dip_submitted'],
  }),
  item('fit_submitted', ['Fit sample submitted', '试身样提交'], 'supplier', ['order', 16], {
    by: 'fit_sent',
    takes: 7,
    after: ['specs_acknowledged'],
  }),
  item('fit_approved', ['Fit sample approved', '试身样批准'], 'office', ['order', 23], {
    by: 'fit_approved',
    takes: 4,
    after: ['fit_submitted'],
  }),
  item('artwork_approved', ['Strike-off / artwork proof approved', '印花 / 图稿打样批准'], 'office', ['order', 25], {
    by: 'artwork_approved',
    takes: 4,
    after: ['lab_dip_approved'],
  }),
  item('size_set_submitted', ['Size set submitted', '齐码样提交'], 'supplier', ['order', 32], {
    by: 'size_set_sent',
    takes: 6,
    after: ['fit_approved'],
  }),
  item('size_set_approved', ['Size set approved', '齐码样批准'], 'office', ['order', 39], {
    by: 'size_set_approved',
    takes: 4,
    after: ['size_set_submitted'],
  }),
  item(
    'care_approved',
    ['Composition verified, care approved', '成分核实、洗涤说明批准'],
    'office',
    ['ex_factory', -50],
    {
      by: 'composition_and_care',
      takes: 3,
      after: ['lab_dip_approved'],
    },
  ),
  item('rrp_released', ['Retail price released', '零售价发布'], 'office', ['ex_factory', -45], {
    by: 'prices_released',
  }),
  item('labels_ordered', ['Labels and tickets ordered', '标签吊牌订购'], 'supplier', ['ex_factory', -42], {
    by: 'tickets_confirmed',
    takes: 2,
    after: ['rrp_released', 'care_approved'],
  }),
  item('material_in_house', ['Material in house', '物料到厂'], 'supplier', ['ex_factory', -42], {
    by: 'material_in_house',
    takes: 18,
    after: ['fabric_booked', 'lab_dip_approved'],
  }),
  item('pps_submitted', ['Pre-production sample submitted', '产前样提交'], 'supplier', ['ex_factory', -42], {
    by: 'pps_sent',
    takes: 6,
    after: ['size_set_approved', 'artwork_approved'],
  }),
  item('pps_approved', ['Pre-production sample approved', '产前样批准'], 'office', ['ex_factory', -35], {
    by: 'pps_approved',
    takes: 4,
    after: ['pps_submitted'],
  }),
  item('pp_meeting', ['Pre-production meeting', '产前会议'], 'office', ['ex_factory', -33], {
    by: 'pp_meeting_held',
    takes: 1,
    after: ['pps_approved'],
  }),
  item('cutting_start', ['Cutting / knitting start', '开裁 / 上机'], 'supplier', ['ex_factory', -30], {
    by: 'cutting',
    takes: 2,
    after: ['material_in_house', 'pp_meeting'],
  }),
  item('sewing_start', ['Sewing / linking start', '上线车缝 / 缝盘'], 'supplier', ['ex_factory', -26], {
    by: 'sewing',
    takes: 3,
    after: ['cutting_start'],
  }),
  item('inline_inspection', ['Inline inspection', '产线巡检'], 'office', ['ex_factory', -20], {
    by: 'inline_inspected',
    takes: 4,
    after: ['sewing_start'],
  }),
  item('top_approved', ['Top-of-production sample approved', '大货样批准'], 'office', ['ex_factory', -14], {
    by: 'top_approved',
    takes: 6,
    after: ['sewing_start'],
  }),
  item('dupro', ['During-production inspection', '中期检验'], 'office', ['ex_factory', -14], {
    by: 'dupro_inspected',
    takes: 4,
    after: ['inline_inspection'],
  }),
  item('booking_submitted', ['Booking submitted', '订舱提交'], 'supplier', ['ex_factory', -14], {
    by: 'booking_submitted',
  }),
  item('lab_test_passed', ['Bulk lab test passed', '大货测试合格'], 'supplier', ['ex_factory', -12], {
    by: 'lab_test_passed',
    takes: 8,
    after: ['sewing_start'],
  }),
  item('booking_approved', ['Booking approved', '订舱批准'], 'office', ['ex_factory', -10], {
    by: 'booking_approved',
    takes: 2,
    after: ['booking_submitted'],
  }),
  item('packing_complete', ['Packing complete', '包装完成'], 'supplier', ['ex_factory', -3], {
    by: 'packing',
    takes: 16,
    after: ['sewing_start', 'labels_ordered'],
  }),
  item('final_inspection', ['Final inspection passed', '终期检验合格'], 'office', ['ex_factory', -2], {
    by: 'final_passed',
    takes: 1,
    after: ['packing_complete', 'lab_test_passed'],
  }),
  item('ex_factory', ['Ex-factory', '出厂'], 'supplier', ['ex_factory', 0], {
    by: 'ex_factory',
    takes: 1,
    after: ['final_inspection', 'booking_approved'],
  }),
  item('on_board', ['On board', '装船'], 'office', ['etd', 0], {
    by: 'on_board',
    takes: 2,
    after: ['ex_factory'],
  }),
  item('documents_complete', ['Shipping documents complete', '船务单据齐全'], 'supplier', ['etd', 3], {
    by: 'documents_complete',
    air: 1,
    takes: 1,
    after: ['on_board'],
  }),
  item('received_in_dc', ['Received in the warehouse', '仓库收货'], 'office', ['eta', 5], {
    by: 'received_in_dc',
    takes: 10,
    after: ['on_board'],
  }),
]

/** The code of the template that applies to all lines of a new database. */
export const usualTemplate = 'IMPORT-90'

export const tnaTemplates = [
  {
    code: usualTemplate,
    name_en: 'Import 90',
    name_zh: '进口 90 天',
    description: 'From the issue of the order to the warehouse, for goods made to order some ninety days away.',
    description_zh: '从订单下达到入库，适用于约九十天按单生产的货品。',
    items: import90.map((item, index) => ({ seq: (index + 1) * 10, ...item })),
  },
]

function item(code: string, [name_en, name_zh]: Names, owner: TaskOwner, [anchor, offset_days]: Due, more: More = {}) {
  const { by = 'manual', takes, after, air } = more
  return {
    code,
    name_en,
    name_zh,
    owner,
    anchor,
    offset_days,
    offset_days_air: air ?? null,
    duration_days: takes ?? null,
    filled_by: by,
    after_code: after?.[0] ?? null,
    and_after_code: after?.[1] ?? null,
  }
}
