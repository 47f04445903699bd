import { language, loadMemberTexts } from '../../i18n'
import { adminGuides } from '../parts/help-collections'
import { guidesIn } from '../parts/help-guide'
import { HelpPage } from '../parts/help-page'

export const ready = () => Promise.all([loadMemberTexts(), guidesIn(language())])

/** `/help/admin` and one of its guides. */
export const Page = () => <HelpPage collection={adminGuides} />
