-- Suppliers read the changes that were put before them. One that approvers refused, or that was taken back before they
-- agreed, is the office's own. Of the office's withdrawn changes nobody knows any more how far they came: they stay inside.
alter table po_changes add column sent_at timestamptz;
update po_changes c set sent_at = c.proposed_at
where c.initiated_by = 'supplier' or c.outcome in ('proposed', 'applied')
  or (c.outcome = 'refused' and exists (select from users u where u.id = c.answered_by and u.type = 'Agent'));
