-- Whether production reports may begin with cutting before the samples are approved that it waits for.
alter table settings add column cutting_gate text not null default 'warn'
  constraint settings_cutting_gate_check check (cutting_gate in ('block', 'warn', 'ignore'));
