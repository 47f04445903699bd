const size = { size_scale_id: { code: 'ALPHA' }, label: 'S' }

/** A draft for a part of one order line; references by business key. */
export const fixtures = [
  {
    load_type: 'lcl',
    cargo_ready_date: '2026-12-05',
    requested_etd: '2026-12-12',
    part_shipment: true,
    goods_description: "Men's knitted T-shirts, 100% cotton",
    lines: [{ po_line_id: { line_no: 10 }, sizes: [{ size_id: size, qty: 6 }] }],
    cartons: [
      {
        first_no: 1,
        last_no: 1,
        po_line_id: { line_no: 10 },
        size_id: size,
        units_per_carton: 6,
        length_cm: '60',
        width_cm: '40',
        height_cm: '30',
        gross_kg: '8.5',
        net_kg: '7.2',
      },
    ],
    containers: [{ container_no: 'CSQU3054383', type: '20GP', seal_no: 'HV300100' }],
  },
]
