-- First-pass rate counts as quality; samples sent when due and approved in the first round count as samples.
alter table supplier_figures drop constraint supplier_figures_figure_check;
alter table supplier_figures add constraint supplier_figures_figure_check check (figure in
  ('acknowledged', 'ex_factory', 'packed', 'first_pass', 'samples_sent', 'right_first', 'compliance', 'accredited'));
-- Counted with the next daily work.
update suppliers set scored_on = null where scored_on is not null;
