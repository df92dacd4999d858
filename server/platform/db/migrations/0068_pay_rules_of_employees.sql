-- A rule set may be that of one employee from a date on: before that of their time group, and of everybody (spec/pay.md, Rule set).
alter table pay_rule add column employee_id uuid,
  add foreign key (account_id, employee_id) references employee (account_id, employee_id) deferrable,
  add check (time_group_id is null or employee_id is null);
comment on table pay_rule is 'For everybody, a time group or an employee, each from a date on, like hours_rule. `rule` has the fields of contract/payRules.ts.';
