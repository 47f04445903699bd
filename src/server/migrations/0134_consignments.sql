-- Consignments that a forwarder has loaded into the same box share its number, and what is reported of it.
drop index containers_container_no;
create unique index containers_container_no on containers (container_no)
  where status not in ('empty_returned', 'closed', 'cancelled') and type not in ('LCL', 'AIR');
drop index container_events_source_id;
create unique index container_events_source_id on container_events (source, source_id, container_id)
  where source_id is not null;
