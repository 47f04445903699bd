import { language, loadAllAreas } from '#web/i18n.ts'
import { adminGuides } from '#web/pages/help/collections.ts'
import { guidesIn } from '#web/pages/help/guide.ts'
import { HelpPage } from '#web/pages/help/page.tsx'

export const ready = () => Promise.all([loadAllAreas(), guidesIn(language())])

/** `/help/admin` and the guides below it. */
export const Page = () => <HelpPage collection={adminGuides} />
