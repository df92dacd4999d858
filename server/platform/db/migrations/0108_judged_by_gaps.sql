-- Gaps are breaks, time before the shift's margin is work, equal parts are of the holiday or Sunday: past days are judged again.
delete from judged_date;
