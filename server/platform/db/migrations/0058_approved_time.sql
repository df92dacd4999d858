-- Time that is paid because a user says so (spec/pay.md P1, P2) is a row of the same ledger: a break worked through, time before the shift. It has no kind.
alter table excuse drop constraint excuse_judgement_check;
alter table excuse add constraint excuse_judgement_check check (judgement in ('absence', 'lateness', 'breaks', 'worked-through', 'early'));
alter table excuse drop constraint excuse_check1;
alter table excuse add constraint excuse_whole check (kind <> 'excuse' or (judgement is not null and from_day <= to_day
  and (excused_as is null) = (judgement in ('worked-through', 'early'))));
