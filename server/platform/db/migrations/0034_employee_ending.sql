-- Employees whose activity ends on a day that was given in advance: V2 devices hear of it when the day comes.
create index employee_ending on employee (account_id, inactive_from) where is_active and inactive_from is not null;
