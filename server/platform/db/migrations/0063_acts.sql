-- An act can be of thousands of rows, and is undone as one.
create index punch_correction_of_act on punch_correction (account_id, act_id);
create index entry_correction_of_act on entry_correction (account_id, act_id);
create index excuse_of_act on excuse (account_id, act_id);
