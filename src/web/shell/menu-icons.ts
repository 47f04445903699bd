import CategoryRounded from '@mui/icons-material/CategoryRounded'
import FactoryRounded from '@mui/icons-material/FactoryRounded'
import PeopleRounded from '@mui/icons-material/PeopleRounded'
import ReceiptLongRounded from '@mui/icons-material/ReceiptLongRounded'
import SellRounded from '@mui/icons-material/SellRounded'
import SettingsRounded from '@mui/icons-material/SettingsRounded'

/** Icons that the navigation names. */
export const menuIcons: Record<string, typeof SellRounded> = {
  order: ReceiptLongRounded,
  sell: SellRounded,
  people: PeopleRounded,
  factory: FactoryRounded,
  library: CategoryRounded,
  settings: SettingsRounded,
}
