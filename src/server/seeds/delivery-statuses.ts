const status = (
  sort: number,
  code: string,
  stage: string,
  set_by: string,
  tone: string,
  name_en: string,
  name_zh: string,
) => ({ sort, code, stage, set_by, tone, name_en, name_zh })

/** The delivery statuses of a new database, in the order in which goods pass through them. */
export const deliveryStatuses = [
  status(10, 'awaiting_ack', 'pre_production', 'system', 'warning', 'Awaiting acknowledgement', '待确认'),
  status(20, 'confirmed', 'pre_production', 'system', 'info', 'Confirmed', '已确认'),
  status(30, 'materials', 'pre_production', 'supplier', 'info', 'Materials in preparation', '备料中'),
  status(40, 'in_production', 'production', 'supplier', 'info', 'In production', '生产中'),
  status(50, 'packed', 'ready', 'supplier', 'success', 'Packed', '已装箱'),
  status(60, 'inspection_passed', 'ready', 'system', 'success', 'Inspection passed', '验货通过'),
  status(70, 'booked', 'shipping', 'system', 'info', 'Booked', '已订舱'),
  status(75, 'ex_factory', 'shipping', 'system', 'info', 'Left the factory', '已出厂'),
  status(80, 'cargo_received', 'shipping', 'office', 'info', 'Cargo received', '货物已交承运'),
  status(90, 'on_board', 'shipping', 'system', 'info', 'On board', '已装船'),
  status(100, 'arrived', 'shipping', 'system', 'info', 'Arrived', '已到港'),
  status(110, 'delivered', 'delivered', 'system', 'success', 'Delivered', '已交货'),
  status(120, 'short_closed', 'closed', 'system', 'neutral', 'Closed short', '短交关闭'),
  status(130, 'cancelled', 'closed', 'system', 'neutral', 'Cancelled', '已取消'),
]
