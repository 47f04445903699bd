import { configure } from '@testing-library/react'
import { answerStylesQuickly } from './quick-styles'

// A busy machine draws slowly; what never comes still fails.
configure({ asyncUtilTimeout: 30_000 })
answerStylesQuickly()
