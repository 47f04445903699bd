-- Where on a drawing of the garment a defect is, in thousandths from the upper left corner.
alter table qa_defects
  add column place_view text constraint qa_defects_place_view_check
    check (place_view in ('top_front', 'top_back', 'knit_front', 'knit_back', 'jacket_front', 'dress_front', 'trousers_front', 'trousers_back', 'skirt_front')),
  add column place_x integer,
  add column place_y integer;
