import type { Area } from '../../../shared/area'
import { LinesWithout } from '../../../web/kit/allocation/choose-lines'

/** Open lines that nobody makes yet, or not all of them. */
export const List = ({ area }: { area: Area }) => <LinesWithout area={area} kind="factory" />
