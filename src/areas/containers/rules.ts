import type { AnyRecord } from '#shared/kit/area.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { containerNumberFault, normalizeContainerNumber } from '#shared/standards/container-number.ts'
import { isLoose, unshippedStates } from '#shared/trade/containers.ts'
import { journeyProblems } from '#shared/trade/cut-offs.ts'

export const rules: Rules = {
  check: (container) => [
    ...numberProblems(container),
    ...journeyProblems(container),
    ...(container.appointment_at && !container.location_id
      ? [problem(textOf('problems.containers.location_needed'), 'location_id')]
      : []),
    ...countProblems(container),
  ],
  editable: ({ status = '' }) => {
    if (status === 'closed' || status === 'cancelled') return () => false
    const isUnshipped = unshippedStates.some((state) => state === status)
    return (path) => {
      if (countedPaths.includes(path)) return status === 'unloading'
      if (path === 'lines' || path.startsWith('lines.')) return false
      // The identity of the container may be corrected until it is shipped.
      return isUnshipped || !identityFields.includes(path)
    }
  },
  guards: {
    receive: ({ lines }) => {
      const open = sizesIn(lines).filter(({ received_qty }) => typeof received_qty !== 'number').length
      return open > 0 ? [problem(textOf('problems.containers.not_counted', { count: open }))] : []
    },
    return_empty: ({ type }) => (isLoose(type) ? [problem(textOf('problems.containers.no_box'))] : []),
    close: ({ status, type }) =>
      status === 'received' && !isLoose(type) ? [problem(textOf('problems.containers.empty_first'))] : [],
    cancel: goodsProblems,
  },
}

/** The fields that are counted while a container is unloaded. */
const countedPaths = ['lines.received_cartons', 'lines.remark', 'lines.sizes.received_qty', 'lines.sizes.damaged_qty']
const identityFields = ['container_no', 'type', 'shipper_owned', 'port_of_loading_id']

/** Refuses to cancel or delete a container with goods; they are removed through their booking. */
export function goodsProblems({ lines }: AnyRecord): Problem[] {
  return rowsIn(lines).length > 0 ? [problem(textOf('problems.containers.has_goods'))] : []
}

const rowsIn = (rows: unknown) => (Array.isArray(rows) ? rows : []) as AnyRecord[]
const sizesIn = (lines: unknown) => rowsIn(lines).flatMap(({ sizes }) => rowsIn(sizes))

const numberProblems = ({ container_no, type, shipper_owned }: AnyRecord): Problem[] => {
  const number = normalizeContainerNumber(String(container_no ?? ''))
  if (number === '') return isLoose(type) ? [] : [problem(textOf('problems.containers.number_needed'), 'container_no')]
  const fault = containerNumberFault(number)
  if (fault === 'format') return [problem(textOf('problems.containers.number_format'), 'container_no')]
  return fault && !shipper_owned ? [problem(textOf('problems.containers.check_digit'), 'container_no')] : []
}

const countProblems = ({ lines }: AnyRecord): Problem[] =>
  rowsIn(lines).flatMap((line, lineIndex) =>
    rowsIn(line.sizes).flatMap(({ received_qty, damaged_qty }, index) =>
      Number(damaged_qty ?? 0) > Number(received_qty ?? 0)
        ? [problem(textOf('problems.containers.more_damaged'), `lines.${lineIndex}.sizes.${index}.damaged_qty`)]
        : [],
    ),
  )
