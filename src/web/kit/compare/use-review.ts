import { useRef, useState } from 'react'
import { centredOn, type Point, type Size } from '#shared/base/picture-view.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { useFilePages } from './file-pages'
import { usePins } from './pins-data'
import { useView } from './use-view'

/** State of a picture under review: its view, its page, its pins, the selected pin and the one being placed. */
export const useReview = (file: Attachment, isNarrow: boolean) => {
  const control = useView()
  const pins = usePins(file.id)
  const filePages = useFilePages(file)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPlacing, setPlacing] = useState(false)
  const [draft, setDraft] = useState<Point | null>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  /** The sizes of the picture and of its window, once the picture is loaded. */
  const sizes = useRef<{ picture: Size; size: Size } | null>(null)

  const stopPlacing = () => {
    setDraft(null)
    setPlacing(false)
  }
  const turnTo = (page: number) => {
    if (page === filePages.page) return
    filePages.turnTo(page)
    control.reset()
    sizes.current = null
    stopPlacing()
  }
  const choose = (pin: Pin) => {
    turnTo(pin.page)
    const { current } = sizes
    if (current && control.view.scale > 1) control.setView(centredOn(pin, control.view, current.picture, current.size))
    // While the sheet is closed, the user does not see that the pin is already selected.
    const isHidden = isNarrow && !isSheetOpen
    setChosen(pin.id === chosen && !isHidden ? null : pin.id)
    setSheetOpen(true)
  }
  const placeDraft = (share: Point) => {
    setDraft(share)
    setPlacing(false)
    setChosen(null)
    setSheetOpen(true)
  }
  return {
    ...filePages,
    control,
    pins,
    chosen,
    isPlacing,
    draft,
    isSheetOpen,
    openCount: pins.pins.filter(({ resolved_at }) => resolved_at === null).length,
    turnTo,
    choose,
    startPlacing: () => setPlacing(true),
    stopPlacing,
    placeDraft,
    finishDraft: (pin?: number) => {
      stopPlacing()
      setChosen(pin ?? null)
    },
    setSheetOpen,
    rememberSizes: (current: { picture: Size; size: Size }) => {
      sizes.current = current
    },
  }
}

export type Review = ReturnType<typeof useReview>
