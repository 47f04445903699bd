import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { t } from '#web/i18n.ts'

export type Step = 'file' | 'columns' | 'check' | 'import'
const steps: readonly Step[] = ['file', 'columns', 'check', 'import']

/** The steps of an import with the current one; `onBack` returns to the previous step. */
export function Steps({ step, onBack }: { step: Step; onBack?: () => void }) {
  const currentIndex = steps.indexOf(step)
  return (
    <Box
      component="ol"
      aria-label={t('import.page.steps.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, listStyle: 'none', m: 0, p: 0 }}
    >
      {steps.map((step, index) => {
        const label = t(`import.page.steps.${step}`)
        const inside = (
          <>
            <StepMark isDone={index < currentIndex} isOn={index === currentIndex} number={index + 1} />
            {label}
          </>
        )
        return (
          <Box
            component="li"
            key={step}
            aria-current={index === currentIndex ? 'step' : undefined}
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              minHeight: { xs: 32, sm: 28 },
              fontSize: 13,
              fontWeight: index === currentIndex ? 600 : 400,
              color: index === currentIndex ? 'text.primary' : 'text.secondary',
            }}
          >
            {onBack && index === currentIndex - 1 ? (
              <ButtonBase
                onClick={onBack}
                sx={{
                  font: 'inherit',
                  borderRadius: 1,
                  gap: 1,
                  minHeight: { xs: 44, sm: 28 },
                  textDecoration: 'underline',
                }}
              >
                {inside}
              </ButtonBase>
            ) : (
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                {inside}
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}

function StepMark({ isDone, isOn, number }: { isDone: boolean; isOn: boolean; number: number }) {
  return (
    <Box
      component="span"
      aria-hidden
      className="tabular"
      sx={({ palette }) => ({
        display: 'inline-grid',
        placeItems: 'center',
        width: 20,
        height: 20,
        borderRadius: '50%',
        fontSize: 12,
        fontWeight: 600,
        ...(isOn
          ? { bgcolor: palette.primary.main, color: palette.primary.contrastText }
          : isDone
            ? { bgcolor: palette.tones.success.tint, color: palette.tones.success.text }
            : { bgcolor: palette.tones.neutral.tint, color: palette.tones.neutral.text }),
      })}
    >
      {isDone ? <CheckRounded sx={{ fontSize: 14 }} /> : number}
    </Box>
  )
}
