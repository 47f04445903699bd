import Box from '@mui/material/Box'
import Pagination from '@mui/material/Pagination'
import { useState } from 'react'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { ContainerType } from '#shared/trade/cargo.ts'
import { type CartonRow, cargoByContainer } from '#shared/trade/packing.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { RowsTable } from '#web/kit/record/rows-table.tsx'
import { bookings } from '../area'
import { ContainerFill } from './container-fill'
import { screenText } from './texts'

const pageSize = 20

/** The containers of a booking with their fill, and its packing list. */
export function Packed({ record }: { record: AnyRecord }) {
  const cartons = (record.cartons ?? []) as (CartonRow & AnyRecord)[]
  const containers = (record.containers ?? []) as AnyRecord[]
  const [page, setPage] = useState(1)
  const loaded = cargoByContainer(cartons)
  const pages = Math.ceil(cartons.length / pageSize)
  const shown = cartons.slice((page - 1) * pageSize, page * pageSize)
  const columns = [
    ...['carton_title', 'po_line_id', 'size_id', 'units_per_carton'],
    ...['length_cm', 'width_cm', 'height_cm', 'gross_kg', 'net_kg', 'container_no'],
  ].filter((name) => name !== 'container_no' || containers.length > 0)
  return (
    <>
      {containers.length > 0 && (
        <Section title={fieldLabel(bookings, 'containers')}>
          <Box sx={{ display: 'grid', gap: 2, mb: 2, gridTemplateColumns: { lg: 'repeat(2, minmax(0, 1fr))' } }}>
            {containers.map(({ id, type, container_no }) => {
              const cargo = loaded.get(String(container_no ?? ''))
              return (
                cargo && (
                  <ContainerFill
                    key={id}
                    type={type as ContainerType}
                    name={container_no as string | null}
                    cargo={cargo}
                  />
                )
              )
            })}
          </Box>
          <RowsTable
            area={bookings}
            name="containers"
            record={record}
            columns={['container_no', 'type', 'seal_no', 'vgm_kg', 'cartons_qty', 'gross_kg', 'volume_m3']}
          />
        </Section>
      )}
      {cartons.length > 0 && (
        <Section
          title={screenText('wizard.packing_list')}
          help={screenText('wizard.cargo', {
            count: Number(record.cartons_qty ?? 0),
            pieces: format.number(Number(record.pieces_qty ?? 0)),
            gross: format.number(String(record.gross_kg ?? 0)),
            volume: format.number(String(record.volume_m3 ?? 0)),
          })}
        >
          <RowsTable area={bookings} name="cartons" record={{ ...record, cartons: shown }} columns={columns} />
          {pages > 1 && (
            <Pagination
              count={pages}
              page={page}
              onChange={(_event, to) => setPage(to)}
              size="small"
              sx={{ mt: 1.5 }}
            />
          )}
        </Section>
      )}
    </>
  )
}
