-- Facts are also changed in place.
create trigger day_fact_changed after update on day_fact
  referencing new table as changed for each statement execute function note_changed_days();
create trigger piecework_fact_changed after update on piecework_fact
  referencing new table as changed for each statement execute function note_changed_days();
