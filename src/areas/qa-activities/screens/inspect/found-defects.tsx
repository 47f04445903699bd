import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type ChangeEvent, useRef, useState } from 'react'
import { type DefectSeverity, defectSeverities, type GarmentView } from '#shared/trade/qa.ts'
import { choiceLabel } from '#web/i18n.ts'
import { travelling } from '#web/kit/files/travelling-photo.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { Section } from '#web/kit/page/section.tsx'
import { Tool } from '#web/kit/page/tool.tsx'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { qaActivities as area } from '../../area'
import { screenText } from '../texts'
import { kindName } from './defect-picker'
import { DefectPlace } from './defect-place'
import { changeDefect, removeDefect } from './entries'
import { writePhoto } from './store'
import type { Sheet } from './use-inspection'
import type { FoundDefect, Work } from './work'

/** What was found, each with its units, severity, size, place, words and photos. */
export function FoundDefects({ sheet, work, onChange }: Props) {
  return (
    <Section title={screenText('inspect.found')}>
      {work.defects.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{screenText('inspect.nothing')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {work.defects.map((defect) => (
            <Found key={defect.key} defect={defect} sheet={sheet} work={work} onChange={onChange} />
          ))}
        </Box>
      )}
      {work.photos.length > 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 1 }}>
          {screenText('inspect.photos', { count: work.photos.length })}
        </Box>
      )}
    </Section>
  )
}

/** The drawing that was looked at last: most garments of a lot are of one kind. */
let lastView: GarmentView = 'top_front'

function Found({ defect, sheet, work, onChange }: Props & { defect: FoundDefect }) {
  const { key, qty } = defect
  const camera = useRef<HTMLInputElement>(null)
  const [isPlacing, setPlacing] = useState(false)
  const [view, setView] = useState<GarmentView>(defect.place?.view ?? lastView)
  const name = kindName(sheet, defect)
  const set = (values: Partial<FoundDefect>) => onChange((now) => changeDefect(now, key, values))
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const photos = [...(target.files ?? [])]
    target.value = ''
    for (const photo of photos) {
      const small = await travelling(photo).catch(() => null)
      if (!small) {
        notify({ tone: 'danger', text: screenText('inspect.photo_unreadable') })
        continue
      }
      const photoKey = freshKey()
      try {
        await writePhoto(work.activity, photoKey, small)
      } catch {
        notify({ tone: 'danger', text: screenText('inspect.photo_not_kept') })
        continue
      }
      onChange((now) => ({
        ...now,
        photos: [...now.photos, { key: photoKey, name: `${name} ${now.photos.length + 1}.jpg`, isSent: false }],
      }))
    }
  }
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: 14, fontWeight: 500 }}>{name}</Box>
        <Tool
          label={screenText('inspect.less', { name })}
          onClick={() => (qty > 1 ? set({ qty: qty - 1 }) : onChange((now) => removeDefect(now, key)))}
        >
          <RemoveRounded />
        </Tool>
        <Box className="tabular" aria-live="polite" sx={{ minWidth: 28, textAlign: 'center', fontWeight: 600 }}>
          {qty}
        </Box>
        <Tool label={screenText('inspect.more', { name })} onClick={() => set({ qty: qty + 1 })}>
          <AddRounded />
        </Tool>
        <Tool
          label={screenText('inspect.place', { name })}
          aria-pressed={defect.place !== null}
          onClick={() => setPlacing((is) => !is)}
        >
          <PlaceOutlined />
        </Tool>
        <Tool label={screenText('inspect.photo', { name })} onClick={() => camera.current?.click()}>
          <PhotoCameraOutlined />
        </Tool>
        <Tool label={screenText('inspect.remove', { name })} onClick={() => onChange((now) => removeDefect(now, key))}>
          <DeleteOutlineRounded />
        </Tool>
      </Box>
      {isPlacing && (
        <DefectPlace
          name={name}
          place={defect.place ?? null}
          view={view}
          onView={(chosen) => {
            lastView = chosen
            setView(chosen)
          }}
          onChange={(place) => set({ place })}
        />
      )}
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        onChange={(event) => void take(event)}
      />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 2fr 2fr' } }}>
        <Choice
          label={screenText('inspect.severity_of', { name })}
          value={defect.severity}
          options={defectSeverities.map((severity) => [
            severity,
            choiceLabel(areaOf(area, 'defects'), 'severity', severity),
          ])}
          onChange={(severity) => set({ severity: severity as DefectSeverity })}
        />
        <Choice
          label={screenText('inspect.size_of', { name })}
          value={String(defect.size_id ?? '')}
          options={[
            ['', screenText('inspect.no_size')],
            ...sheet.sizes.map(({ id, label }): [string, string] => [String(id), label]),
          ]}
          onChange={(size) => set({ size_id: size ? Number(size) : null })}
        />
        <TextField
          size="small"
          placeholder={screenText('inspect.position')}
          value={defect.position}
          onChange={({ target }) => set({ position: target.value })}
          slotProps={{ htmlInput: { maxLength: 120, 'aria-label': screenText('inspect.position_of', { name }) } }}
        />
        <TextField
          size="small"
          placeholder={screenText('inspect.comment')}
          value={defect.comment}
          onChange={({ target }) => set({ comment: target.value })}
          slotProps={{ htmlInput: { maxLength: 255, 'aria-label': screenText('inspect.comment_of', { name }) } }}
        />
      </Box>
    </Box>
  )
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': label } }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </TextField>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

interface Props {
  sheet: Sheet
  work: Work
  onChange: (how: (work: Work) => Work) => void
}
