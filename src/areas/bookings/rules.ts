import type { AnyRecord } from '#shared/kit/area.ts'
import { repeatProblems } from '#shared/kit/checks.ts'
import { isOfficeRole } from '#shared/kit/roles.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { textOf } from '#shared/kit/text.ts'
import { containerNumberFault } from '#shared/standards/container-number.ts'
import { type CartonRow, cartonRowProblems, cartonRowWarnings, containerOf } from '#shared/trade/packing.ts'

export const rules: Rules = {
  check: (booking) => {
    const { lines, cartons, containers } = partsOf(booking)
    return [
      ...repeatProblems(
        lines,
        ({ po_line_id }) => String(po_line_id ?? ''),
        (index) => problem(textOf('problems.bookings.line_repeated'), `lines.${index}.po_line_id`),
      ),
      ...lines.flatMap(({ sizes }, line) =>
        repeatProblems(
          sizes ?? [],
          ({ size_id }) => `${size_id ?? ''} `,
          (index) => problem(textOf('validation.duplicate_row'), `lines.${line}.sizes.${index}.size_id`),
        ),
      ),
      ...cartonRowProblems(cartons),
      ...containerProblems(containers),
    ]
  },
  warn: (booking) => cartonRowWarnings(partsOf(booking).cartons),
  // A submitted booking is fixed; the shipping instruction adds the final packing list and the containers.
  editable: ({ status }, { me }) => {
    if (status === 'draft' || status === 'returned') return () => true
    if (status === 'confirmed')
      return (path) => instructionPaths.some((part) => path === part || path.startsWith(`${part}.`))
    if (isOfficeRole(me.role) && officeStates.has(String(status)))
      return (path) => path === 'consignee' || path === 'notify_party' || path === 'remarks'
    return () => false
  },
  guards: {
    approve: ({ needs_admin }, { me }) =>
      needs_admin && me.role !== 'admin' ? [problem(textOf('problems.bookings.admin_approves'))] : [],
  },
  cautions: {
    approve: ({ exceptions }) =>
      Array.isArray(exceptions) && exceptions.length > 0
        ? [problem(textOf('problems.bookings.has_exceptions', { count: exceptions.length }))]
        : [],
  },
}

interface Container {
  container_no?: unknown
  shipper_owned?: unknown
}

interface Parts {
  lines: { po_line_id?: unknown; sizes?: { size_id?: unknown }[] }[]
  cartons: CartonRow[]
  containers: Container[]
}

const partsOf = (booking: AnyRecord): Parts => {
  const { lines, cartons, containers } = booking as unknown as Partial<Parts>
  return { lines: lines ?? [], cartons: cartons ?? [], containers: containers ?? [] }
}

const containerProblems = (containers: readonly Container[]): Problem[] => [
  ...containers.flatMap((container, index) => {
    const number = containerOf(container)
    if (number === null) return []
    const fault = containerNumberFault(number)
    if (fault === null || (fault === 'check_digit' && container.shipper_owned)) return []
    const text =
      fault === 'format'
        ? textOf('problems.bookings.container_format')
        : textOf('problems.bookings.container_check_digit')
    return [problem(text, `containers.${index}.container_no`)]
  }),
  ...repeatProblems(
    containers,
    (container) => containerOf(container) ?? '',
    (index) => problem(textOf('problems.bookings.container_repeated'), `containers.${index}.container_no`),
  ),
]

const instructionPaths = [
  ...['cartons', 'containers', 'goods_description', 'bl_release', 'consignee', 'notify_party', 'remarks'],
  // Fewer or slightly more units may be packed than booked.
  ...['lines.sizes.qty', 'lines.sizes'],
]

const officeStates: ReadonlySet<string> = new Set(['submitted', 'approved', 'si_submitted', 'si_accepted'])
