import Box from '@mui/material/Box'
import type { LoadType } from '#shared/trade/booking-terms.ts'
import { isContainerised } from '#shared/trade/booking-terms.ts'
import { type ContainerType, chargeableOf, suggestBoxes } from '#shared/trade/cargo.ts'
import { cargoByContainer, containerOf } from '#shared/trade/packing.ts'
import { choiceLabel, format } from '#web/i18n.ts'
import { FieldSection } from '#web/kit/form/field-section.tsx'
import { RowsEditor } from '#web/kit/form/rows-editor.tsx'
import { sectionTitle } from '#web/kit/form/sections.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { bookings } from '../../area'
import { ContainerFill } from '../container-fill'
import { screenText } from '../texts'
import { useBookingState } from './use-wizard'

const bookingContainers = areaOf(bookings, 'containers')

/** Dates, transport and goods of the booking, and the containers that they need. */
export function CargoStep() {
  const { values, isInstruction } = useBookingState()
  return (
    <>
      {!isInstruction && (
        <FieldSection
          area={bookings}
          title={sectionTitle(bookings, 'cargo')}
          fields={['factory_id', 'load_type', 'cargo_ready_date', 'requested_etd', 'part_shipment']}
          needed={['factory_id', 'cargo_ready_date', 'requested_etd']}
        />
      )}
      <FieldSection
        area={bookings}
        title={sectionTitle(bookings, 'goods')}
        fields={[
          'goods_description',
          ...(isInstruction
            ? []
            : ['hanging', 'dangerous_goods', ...(values.dangerous_goods ? ['dangerous_class'] : [])]),
        ]}
        needed={['goods_description']}
      />
      <Fill />
      {isContainerised(values.load_type) && (isInstruction || (values.containers?.length ?? 0) > 0) && (
        <RowsEditor area={bookings} name="containers" columns={['container_no', 'type', 'seal_no', 'vgm_kg']} />
      )}
      <FieldSection
        area={bookings}
        title={sectionTitle(bookings, 'parties')}
        fields={['consignee', 'notify_party', 'bl_release', 'remarks']}
      />
    </>
  )
}

/**
 * The fill of the named containers, otherwise of the containers that the cargo needs; without containers, the
 * chargeable weight or volume.
 */
function Fill() {
  const { values, cargo } = useBookingState()
  const load = values.load_type as LoadType
  const namedContainers = (values.containers ?? []).filter(({ container_no }) => container_no)
  const byContainer = cargoByContainer(values.cartons ?? [])
  const boxes = load === 'fcl' ? suggestBoxes(cargo) : []
  const chargeable = chargeableOf(cargo, load)
  if (cargo.cartons === 0) return null
  return (
    <Section title={screenText('fill.title')} help={screenText('fill.help')}>
      {namedContainers.length > 0 ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {namedContainers.map(({ container_no, type }) => {
            const loaded = byContainer.get(containerOf({ container_no }))
            return (
              loaded && (
                <ContainerFill
                  key={String(container_no)}
                  type={type as ContainerType}
                  name={String(container_no)}
                  cargo={loaded}
                />
              )
            )
          })}
        </Box>
      ) : load === 'fcl' ? (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Box sx={{ fontSize: 13 }}>
            {boxes.length === 0 ? screenText('fill.lcl') : screenText('fill.suggested', { boxes: countedBoxes(boxes) })}
          </Box>
          {boxes.length === 1 && boxes[0] && <ContainerFill type={boxes[0]} cargo={cargo} />}
        </Box>
      ) : (
        <Box className="tabular" sx={{ fontSize: 13 }}>
          {chargeable
            ? screenText(load === 'lcl' ? 'fill.wm' : 'fill.air', { amount: format.number(chargeable) })
            : screenText('fill.by_agreement')}
        </Box>
      )}
    </Section>
  )
}

const countedBoxes = (boxes: readonly ContainerType[]) =>
  [...new Set(boxes)]
    .map((type) => `${boxes.filter((box) => box === type).length} × ${choiceLabel(bookingContainers, 'type', type)}`)
    .join(', ')
