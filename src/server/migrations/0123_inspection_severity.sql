-- Normal, tightened or reduced inspection, and rejection numbers, which are no longer one above the acceptance numbers.
alter table qa_activities
  add column inspection_severity text not null default 'normal'
    constraint qa_activities_inspection_severity_check check (inspection_severity in ('normal', 'tightened', 'reduced')),
  add column major_reject integer,
  add column minor_reject integer;
update qa_activities set major_reject = major_accept + 1, minor_reject = minor_accept + 1 where major_accept is not null;

alter table settings add column inspection_switching text not null default 'normal_only'
  constraint settings_inspection_switching_check
    check (inspection_switching in ('normal_only', 'tighten', 'tighten_and_reduce'));
