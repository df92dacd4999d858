-- An employee's phone number, optional: shown to those who may set up employees, and where they are missing to those who see their attendance.
alter table employee add column phone_number text check (length(phone_number) between 5 and 30);
