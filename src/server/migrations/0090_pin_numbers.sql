-- The number of a removed pin is never given again: the history and people's letters still name it.
alter table files add column last_pin_seq integer not null default 0;
update files set last_pin_seq = pins.seq
from (select file_id, max(seq) as seq from file_pins group by file_id) as pins where pins.file_id = files.id;
