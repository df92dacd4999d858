import type { Command, Model, Outcome } from './statefulModel.ts';

const HOUR = 60;
const SESSION = 12 * HOUR;
const LONGEST_SESSION = 24 * HOUR;
const CODE = 24 * HOUR;
const TABS = 5;

/** Returns every answer that the server may give now, each with the state that follows. */
export function outcomesOf(model: Model, command: Command): Outcome[] {
  const next = structuredClone(model);
  const refused = (answer: string): Outcome => [answer, model];
  const done: Outcome = ['200', next];
  switch (command.kind) {
    case 'createUser': {
      const { account, username, email, isActive, password } = command;
      if (isTaken(model, [username, email])) return [refused('409 ALREADY_EXISTS')];
      next.people[command.id] = { account, username, email, isActive, password };
      return [done];
    }
    case 'updateUser': {
      const person = next.people[command.user];
      if (!person) return [refused('404 NOT_FOUND')];
      const { username = person.username, email = person.email, isActive = person.isActive } = command.change;
      if (isTaken(model, [username, email], command.user)) return [refused('409 ALREADY_EXISTS')];
      const { password = person.password } = command.change;
      next.people[command.user] = { ...person, username, email, isActive, password };
      if (!isActive || command.change.password !== undefined) endSessions(next, command.user);
      return [done];
    }
    case 'deleteUser':
      if (!next.people[command.user]) return [refused('404 NOT_FOUND')];
      delete next.people[command.user];
      endSessions(next, command.user);
      return [done];
    case 'logIn':
      return logIn(model, command);
    case 'who':
      return [refused(refusalOf(model, command) ?? '200')];
    case 'logOut': {
      const refusal = refusalOf(model, command);
      // Another call ended the session after this caller was checked, so nothing is left to end.
      if (refusal) return [refused(refusal), ...(command.isAmong ? [refused('200')] : [])];
      delete next.sessions[command.session];
      return [done];
    }
    case 'extend': {
      const refusal = refusalOf(model, command);
      if (refusal) return [refused(refusal), ...(command.isAmong ? [refused('401 SESSION_EXPIRED')] : [])];
      const session = next.sessions[command.session];
      if (session)
        session.expires = Math.max(session.expires, Math.min(command.now + SESSION, session.at + LONGEST_SESSION));
      return [done];
    }
    case 'changePassword': {
      const wrong = refused('400 VALIDATION_FAILED');
      const refusal = refusalOf(model, command);
      // Since the caller was checked the user may have been deleted, or the password changed.
      if (refusal) return [refused(refusal), ...(command.isAmong ? [wrong, refused('401 SESSION_EXPIRED')] : [])];
      const user = model.sessions[command.session]?.user ?? 0;
      const person = next.people[user];
      if (!person || person.password !== command.current) return [wrong];
      person.password = command.next;
      endSessions(next, user, command.session);
      return [done, ...(command.isAmong ? [wrong] : [])];
    }
    case 'createAlert':
    case 'updateAlert':
    case 'deleteAlert':
      return [
        saveAlert(model, next, command),
        // The caller was admitted before the account or session ended, and refused by the later state.
        ...(refusalOf(model, command) && command.isAmong
          ? [refused('409 LIMIT_REACHED'), refused('404 NOT_FOUND')]
          : []),
      ];
    case 'setAccount':
      next.accounts[command.account] = { isActive: command.isActive, licence: command.licence };
      if (!command.isActive)
        for (const [id, { account }] of Object.entries(next.people))
          if (account === command.account) endSessions(next, +id);
      return [done];
    case 'addTerminal':
      if (Object.values(model.terminals).some(({ serial }) => serial === command.serial))
        return [refused('409 ALREADY_EXISTS')];
      next.terminals[command.id] = { account: command.account, serial: command.serial, token: null };
      return [done];
    case 'addPhone':
      if (
        Object.values(model.phones).some(
          (one) => key(one.serial) === key(command.serial) && one.account === command.account,
        )
      )
        return [refused('409 ALREADY_EXISTS')];
      next.phones[command.id] = { account: command.account, serial: command.serial, token: null };
      next.codes[command.id] = { device: command.id, isUsed: false, expires: command.now + CODE };
      return [done];
    case 'deleteDevice': {
      const { device } = command;
      if ((model.phones[device] ?? model.terminals[device])?.account !== command.account)
        return [refused('404 NOT_FOUND')];
      delete next.phones[device];
      delete next.terminals[device];
      for (const [id, code] of Object.entries(model.codes)) if (code.device === device) delete next.codes[+id];
      return [done];
    }
    case 'regenerate': {
      const phone = next.phones[command.device];
      if (model.terminals[command.device]?.account === command.account) return [refused('409 CONFLICT')];
      if (phone?.account !== command.account) return [refused('404 NOT_FOUND')];
      voidCodes(next, command.device);
      phone.token = null;
      next.codes[command.id] = { device: command.device, isUsed: false, expires: command.now + CODE };
      return [done];
    }
    case 'activate': {
      const code = model.codes[command.code];
      if (!code) return [refused('404 NOT_FOUND')];
      const phone = next.phones[code.device];
      if (code.isUsed || code.expires <= command.now || !phone || !model.accounts[phone.account].isActive)
        return [refused('410 EXPIRED')];
      voidCodes(next, code.device);
      phone.token = command.id;
      return [done];
    }
    case 'heartbeat': {
      const phone = Object.values(model.phones).find(({ token }) => token === command.token);
      return [refused(phone && model.accounts[phone.account].isActive ? '200' : '401 SESSION_EXPIRED')];
    }
  }
}

const key = (name: string) => name.toLowerCase();
const isTaken = ({ people }: Model, names: readonly string[], by?: number) =>
  Object.entries(people).some(
    ([id, { username, email }]) => +id !== by && names.some((name) => [key(username), key(email)].includes(key(name))),
  );

function endSessions(model: Model, user: number, except?: number) {
  for (const [id, session] of Object.entries(model.sessions))
    if (session.user === user && +id !== except) delete model.sessions[+id];
}

function voidCodes(model: Model, device: number) {
  for (const code of Object.values(model.codes)) if (code.device === device) code.isUsed = true;
}

/** Returns the refusal that a session without rights gets, or undefined. */
function refusalOf({ sessions, people, accounts }: Model, { session: id, now }: { session: number; now: number }) {
  const session = sessions[id];
  if (session?.isReplaced) return '401 SESSION_REPLACED';
  const person = session && people[session.user];
  const isGood = session && session.expires > now && person?.isActive && accounts[person.account].isActive;
  return isGood ? undefined : '401 SESSION_EXPIRED';
}

function logIn(model: Model, { id, now, name, password, browser }: Extract<Command, { kind: 'logIn' }>): Outcome[] {
  const found = Object.entries(model.people).find(([, one]) => [key(one.username), key(one.email)].includes(key(name)));
  const [user, person] = found ? [+found[0], found[1]] : [0, undefined];
  if (!person?.isActive || !model.accounts[person.account].isActive || person.password !== password)
    return [['401 INVALID_CREDENTIALS', model]];
  const live = Object.entries(model.sessions).filter(
    ([, one]) => one.user === user && !one.isReplaced && one.expires > now,
  );
  const open = (gone: readonly string[]): Outcome => {
    const next = structuredClone(model);
    for (const one of gone) {
      const session = next.sessions[+one];
      if (session) session.isReplaced = true;
    }
    next.sessions[id] = { user, browser, at: now, expires: now + SESSION, isReplaced: false };
    return ['200', next];
  };
  const elsewhere = live.filter(([, one]) => one.browser !== browser).map(([other]) => other);
  const tabs = live.filter(([, one]) => one.browser === browser).sort(([, a], [, b]) => a.at - b.at);
  if (tabs.length < TABS) return [open(elsewhere)];
  // Among those of the same moment any may count as the oldest.
  const oldest = tabs.slice(0, tabs.length - TABS + 1).at(-1)?.[1].at ?? 0;
  const earlier = tabs.filter(([, one]) => one.at < oldest).map(([other]) => other);
  const same = tabs.filter(([, one]) => one.at === oldest).map(([other]) => other);
  return combinations(same, tabs.length - TABS + 1 - earlier.length).map((some) =>
    open([...elsewhere, ...earlier, ...some]),
  );
}

const combinations = <T>(items: readonly T[], size: number): T[][] =>
  size === 0
    ? [[]]
    : items.flatMap((item, n) => combinations(items.slice(n + 1), size - 1).map((rest) => [item, ...rest]));

type AlertCommand = Extract<Command, { kind: 'createAlert' | 'updateAlert' | 'deleteAlert' }>;
function saveAlert(model: Model, next: Model, command: AlertCommand): Outcome {
  const refusal = refusalOf(model, command);
  if (refusal) return [refusal, model];
  const account = model.people[model.sessions[command.session]?.user ?? 0]?.account ?? 'A';
  const own = command.kind !== 'createAlert' && model.alerts[command.alert]?.account === account ? command.alert : null;
  if (command.kind === 'deleteAlert') {
    if (own === null) return ['404 NOT_FOUND', model];
    delete next.alerts[own];
    return ['200', next];
  }
  const { licence } = model.accounts[account];
  const others = Object.entries(model.alerts).filter(([id, one]) => one.account === account && +id !== own).length;
  const { category, times } = command;
  if (others + 1 > licence.maxAlerts || times > licence[category] || licence[category] === 0)
    return ['409 LIMIT_REACHED', model];
  if (command.kind === 'updateAlert' && own === null) return ['404 NOT_FOUND', model];
  next.alerts[own ?? command.id] = { account, category, times };
  return ['200', next];
}
