-- RFID cards (spec/terminals.md D5): a device that sends a card's number instead of a PIN names its holder. Normalised (contract/cards.ts); each of one
-- employee at a time, which the code that writes employees checks (server/masterData/planEmployees.ts).
alter table employee add column cards text[] not null default '{}';
