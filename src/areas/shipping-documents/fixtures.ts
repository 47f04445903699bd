/** Documents of the booking fixture, uploaded before it is confirmed; references by business key. */
export const fixtures = [
  {
    booking_id: { goods_description: "Men's knitted T-shirts, 100% cotton" },
    doc_type: 'packing_list',
    doc_no: 'PL-2026-0118',
    originals_count: 1,
    pieces_qty: 6,
    cartons_qty: 1,
    gross_kg: '8.5',
    net_kg: '7.2',
  },
  {
    booking_id: { goods_description: "Men's knitted T-shirts, 100% cotton" },
    doc_type: 'commercial_invoice',
    doc_no: 'INV-2026-0118',
    pieces_qty: 6,
    goods_description: "Men's knitted T-shirts, 100% cotton",
  },
]
