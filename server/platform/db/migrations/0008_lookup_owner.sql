-- Which payroll system named a lookup of the account: another one does not rename it. Null: whichever names it next.
alter table account add column lookup1_system text;
alter table account add column lookup2_system text;
-- Where there is one payroll system, the names can only be its own.
update account a set
  lookup1_system = (select min(system_id) from payroll_system s where s.account_id = a.account_id having count(*) = 1),
  lookup2_system = (select min(system_id) from payroll_system s where s.account_id = a.account_id having count(*) = 1);
