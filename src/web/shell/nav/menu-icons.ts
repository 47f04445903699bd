import AccountBalanceRounded from '@mui/icons-material/AccountBalanceRounded'
import BarChartRounded from '@mui/icons-material/BarChartRounded'
import BugReportRounded from '@mui/icons-material/BugReportRounded'
import CategoryRounded from '@mui/icons-material/CategoryRounded'
import CheckroomRounded from '@mui/icons-material/CheckroomRounded'
import DirectionsBoatRounded from '@mui/icons-material/DirectionsBoatRounded'
import FactCheckRounded from '@mui/icons-material/FactCheckRounded'
import FactoryRounded from '@mui/icons-material/FactoryRounded'
import HelpRounded from '@mui/icons-material/HelpRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import PaletteRounded from '@mui/icons-material/PaletteRounded'
import PasswordRounded from '@mui/icons-material/PasswordRounded'
import PeopleRounded from '@mui/icons-material/PeopleRounded'
import ReceiptLongRounded from '@mui/icons-material/ReceiptLongRounded'
import RuleRounded from '@mui/icons-material/RuleRounded'
import SellRounded from '@mui/icons-material/SellRounded'
import SettingsRounded from '@mui/icons-material/SettingsRounded'
import TextureRounded from '@mui/icons-material/TextureRounded'
import VerifiedRounded from '@mui/icons-material/VerifiedRounded'
import WarehouseRounded from '@mui/icons-material/WarehouseRounded'
import WorkspacePremiumRounded from '@mui/icons-material/WorkspacePremiumRounded'

/** The icons of the menu, by their names in the navigation. */
export const menuIcons: Record<string, typeof SellRounded> = {
  dashboard: BarChartRounded,
  order: ReceiptLongRounded,
  ready: FactCheckRounded,
  sell: SellRounded,
  sample: CheckroomRounded,
  people: PeopleRounded,
  factory: FactoryRounded,
  finance: AccountBalanceRounded,
  library: CategoryRounded,
  settings: SettingsRounded,
  help: HelpRounded,
  logout: LogoutRounded,
  bug: BugReportRounded,
  password: PasswordRounded,
  shipping: DirectionsBoatRounded,
  warehouse: WarehouseRounded,
  quality: VerifiedRounded,
  spec: RuleRounded,
  yarn: TextureRounded,
  artwork: PaletteRounded,
  accreditation: WorkspacePremiumRounded,
}
