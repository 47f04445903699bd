import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { screenText } from '../texts'
import { CargoStep } from './cargo-step'
import { CartonsStep } from './cartons-step'
import { DocumentsStep } from './documents-step'
import { LinesStep } from './lines-step'
import { ReviewStep } from './review-step'
import { BookingProvider, stepOf, useBooking, type WizardStep, wizardSteps } from './use-wizard'

/** The steps of a booking. All steps stay mounted, so that no entry is lost; one of them is visible. */
export function Wizard({
  record,
  onSubmit,
}: {
  record: OpenRecord | undefined
  onSubmit: (isSubmit: boolean) => void
}) {
  const booking = useBooking(record)
  const { rows, problems, isInstruction } = booking
  const steps = wizardSteps.filter((name) => !isInstruction || name !== 'lines')
  const [step, setStep] = useState<WizardStep>(isInstruction ? 'cartons' : 'lines')
  const { values } = booking
  const { isSubmitting } = useFormState()
  // After a refused submission, saving makes a draft again until the user submits anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every entry and every save
  useEffect(() => {
    if (!isSubmitting) onSubmit(false)
  }, [values, isSubmitting])
  const open = (name: WizardStep) => problems.filter(({ field }) => stepOf(field) === name).length
  const stepIndex = steps.indexOf(step)
  const tabs = useRef<HTMLElement>(null)
  // On phones the tabs are wider than the screen; scrolls the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every step
  useEffect(() => {
    tabs.current?.querySelector('[aria-current=step]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [step])
  const panels: Record<WizardStep, ReactNode> = {
    lines: <LinesStep />,
    cartons: <CartonsStep />,
    cargo: <CargoStep />,
    documents: <DocumentsStep />,
    review: <ReviewStep onStep={setStep} onSubmit={() => onSubmit(true)} />,
  }
  return (
    <BookingProvider value={booking}>
      <Box
        component="nav"
        ref={tabs}
        aria-label={screenText('wizard.steps')}
        sx={{ overflowX: 'auto', mx: -0.5, px: 0.5 }}
      >
        <Box component="ol" sx={{ display: 'flex', gap: 0.5, listStyle: 'none', m: 0, p: 0, minWidth: 'max-content' }}>
          {steps.map((name, index) => (
            <li key={name}>
              <StepTab
                number={index + 1}
                label={screenText(`wizard.step.${name}`)}
                isCurrent={name === step}
                isDone={rows.length > 0 && name !== 'review' && name !== 'documents' && open(name) === 0}
                open={rows.length > 0 ? open(name) : 0}
                onClick={() => setStep(name)}
              />
            </li>
          ))}
        </Box>
      </Box>
      {steps.map((name) => (
        <Box key={name} hidden={name !== step} sx={{ display: 'grid', gap: 2, '&[hidden]': { display: 'none' } }}>
          {panels[name]}
        </Box>
      ))}
      <Box sx={{ display: 'flex', gap: 1 }}>
        {stepIndex > 0 && (
          <Button variant="outlined" onClick={() => setStep(steps[stepIndex - 1] ?? step)}>
            {screenText('wizard.back')}
          </Button>
        )}
        {stepIndex < steps.length - 1 && (
          <Button variant="outlined" onClick={() => setStep(steps[stepIndex + 1] ?? step)} disabled={rows.length === 0}>
            {screenText('wizard.next', { step: screenText(`wizard.step.${steps[stepIndex + 1]}`) })}
          </Button>
        )}
      </Box>
    </BookingProvider>
  )
}

function StepTab({ number, label, isCurrent, isDone, open, onClick }: StepTabProps) {
  const state = isDone ? screenText('wizard.done') : open > 0 ? screenText('wizard.open', { count: open }) : ''
  return (
    <ButtonBase
      onClick={onClick}
      aria-current={isCurrent ? 'step' : undefined}
      sx={{
        display: 'flex',
        gap: 1,
        px: 1.5,
        minHeight: 44,
        borderRadius: 1,
        fontSize: 13,
        fontWeight: isCurrent ? 600 : 400,
        color: isCurrent ? 'text.primary' : 'text.secondary',
        bgcolor: isCurrent ? 'surfaces.chosen' : 'transparent',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 22,
          height: 22,
          borderRadius: '50%',
          border: 1,
          borderColor: isDone ? 'tones.success.line' : open > 0 ? 'tones.warning.line' : 'divider',
          color: isDone ? 'tones.success.text' : 'inherit',
          fontSize: 12,
        }}
      >
        {isDone ? <CheckRounded sx={{ fontSize: 14 }} /> : number}
      </Box>
      {label}
      {state && (
        <Box
          component="span"
          sx={{ fontSize: 12, fontWeight: 400, color: isDone ? 'tones.success.text' : 'tones.warning.text' }}
        >
          {state}
        </Box>
      )}
    </ButtonBase>
  )
}

interface StepTabProps {
  number: number
  label: string
  isCurrent: boolean
  isDone: boolean
  open: number
  onClick: () => void
}
