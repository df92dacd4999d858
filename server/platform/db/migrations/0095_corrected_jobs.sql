-- The job description of a piecework entry is corrected as its product and block are (spec/office.md 1); of corrections so far, it is the record's.
alter table entry_correction add column job_description_code text;
update entry_correction k set job_description_code = p.job_description_code from piecework_entry p
  where p.account_id = k.account_id and p.piecework_entry_id = k.piecework_entry_id and k.kind = 'replace'
    and p.job_description_code is not null;
