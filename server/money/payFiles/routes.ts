import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as contract from '#contract/money/payFiles.ts';
import { centsOf } from '#contract/platform/money.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { isSyncKeyInForce } from '../../access/session/tokens.sql.ts';
import { createReads } from '../../figures/trends/answers.ts';
import type { OneState } from '../../figures/trends/oneState.ts';
import { checkSystem } from '../../masterData/system.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PayrollCaller } from '../../platform/http/callers.ts';
import { asDownload, CONTENT_TYPES as FILE_TYPES } from '../../platform/http/csv.ts';
import { conflict, notFound, outdated, permissionDenied, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import { isUnchanged } from '../../platform/http/versionTag.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import type { FileLine } from './lines.ts';
import { makeFile } from './make.ts';
import {
  countParts,
  insertEvent,
  selectEvents,
  selectLocksInForce,
  selectParts,
  selectPayFile,
  selectPayFiles,
  selectSentParts,
  selectTaken,
} from './payFiles.sql.ts';
import { previewFile, requireDownload } from './preview.ts';
import { deleteProfile, readProfileCount, selectProfile, selectProfiles, upsertProfile } from './profiles.sql.ts';
import { codeOf, extensionOf, fileNameOf, rendered } from './render.ts';
import { shown } from './stored.ts';

/** The endpoints of payroll files: of people, and of payroll systems with their keys. */
export function payFileRoutes(app: FastifyInstance, services: Services, oneState: OneState) {
  const { db, files } = services;
  const read = createReads(oneState);

  route(app, contract.listPayFiles, ({ caller: { accountId } }) =>
    db.tenant(accountId, async (tx) => {
      const found = await selectPayFiles(tx, accountId, contract.MAX_PAY_FILES);
      const events = Map.groupBy(
        await selectEvents(
          tx,
          accountId,
          found.map(({ _id }) => _id),
        ),
        ({ payFileId }) => payFileId,
      );
      return {
        files: found.map((file) => ({ ...file, events: events.get(file._id) ?? [] })),
        locks: await selectLocksInForce(tx, accountId, contract.MAX_PAY_FILES),
        profiles: await selectProfiles(tx, accountId),
      };
    }),
  );
  route(app, contract.previewPayFile, (call) =>
    inTurn(files, call.reply, call.caller.accountId, () =>
      read(call, (state, own) => previewFile(state, own.query, own)),
    ),
  );
  route(app, contract.makePayFile, (call) => {
    const { caller, now, body, reply } = call;
    if (!caller.permissions.includes('Pay.VIEW')) throw permissionDenied();
    app.gate.rateLimiter.take('report', caller.accountId, now);
    return inTurn(files, reply, caller.accountId, () =>
      makeFile(services, oneState, body, call, (state, file) =>
        requireDownload(state.db, caller.accountId, file, body.profileId),
      ),
    );
  });
  route(app, contract.listPayFileLines, ({ caller: { accountId }, params: { payFileId }, query }) =>
    db.tenant(accountId, async (tx) => {
      const profile = query.profileId && (await selectProfile(tx, accountId, query.profileId));
      if (query.profileId && !profile) throw notFound(words('Profile not found'));
      return pageOf(tx, accountId, payFileId, query, (line) => (profile ? codeOf(profile.settings, line) : null));
    }),
  );
  route(app, contract.downloadPayFile, (call) => {
    app.gate.rateLimiter.take('report', call.caller.accountId, call.now);
    return inTurn(files, call.reply, call.caller.accountId, async () => {
      const { file, profile, text } = await renderedFile(db, call.caller.accountId, call.params.payFileId, call.query);
      await noteDownload(services, file, profile, text, call);
      const name = fileNameOf(profile, `${file.number}-${file.from}-${file.to}`);
      asDownload(call.reply, name, CONTENT_TYPES[extensionOf(profile.layout)]);
      return call.reply.send(text);
    });
  });
  profileRoutes(app, services);
  systemRoutes(app, services);
}

const CONTENT_TYPES = {
  ...{ csv: FILE_TYPES.csv, xlsx: FILE_TYPES.xlsx },
  ...{ txt: 'text/plain; charset=utf-8', iif: 'text/plain; charset=windows-1252' },
};

type Page = { lastIndex: number; rows: number };
/** Returns some employees' lines of a file with payroll's codes; NOT_FOUND for one that the account does not have. */
async function pageOf(
  tx: Db,
  accountId: string,
  payFileId: string,
  { lastIndex, rows }: Page,
  code: (line: FileLine) => string | null = () => null,
) {
  const file = await selectPayFile(tx, accountId, payFileId);
  if (!file) throw notFound(words('Payroll file not found'));
  const parts = await selectParts(tx, accountId, payFileId, lastIndex + 1, rows);
  const decimals = centsOf(file.currency);
  return {
    file,
    people: parts.map(({ employeeId, number, firstName, lastName, firstLine, lines }) => ({
      employee: { _id: employeeId, number, firstName, lastName },
      lines: lines.map((line, nth) => ({ ...shown(line, firstLine + nth, decimals), code: code(line) })),
    })),
    lastIndex: lastIndex + parts.length,
    total: await countParts(tx, accountId, payFileId),
  };
}

async function renderedFile(db: Db, accountId: string, payFileId: string, { profileId }: { profileId: string }) {
  return db.tenant(
    accountId,
    async (tx) => {
      const file = await selectPayFile(tx, accountId, payFileId);
      if (!file) throw notFound(words('Payroll file not found'));
      const profile = await selectProfile(tx, accountId, profileId);
      if (!profile) throw notFound(words('Profile not found'));
      const parts = await selectParts(tx, accountId, payFileId);
      const { from, to, number: before, currency } = file;
      const employeeIds = [...new Set(parts.map(({ employeeId }) => employeeId))];
      const earlier = file.isDelta ? await selectSentParts(tx, accountId, { from, to, before, employeeIds }) : [];
      return { file, profile, text: await rendered(parts, earlier, profile, { from, to, cents: centsOf(currency) }) };
    },
    { snapshot: true },
  );
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
function noteDownload(
  { db, clock }: Services,
  file: contract.PayFile,
  profile: contract.PayProfile,
  text: string | Buffer,
  call: UserCall,
) {
  const { caller } = call;
  const { accountId } = caller;
  const { name: profileName, version: profileVersion } = profile;
  return db.tenant(accountId, async (tx) => {
    await lockAccount(tx, accountId);
    const now = clock.now();
    const made = { payFileId: file._id, by: caller.fullName, now, hash: sha256(text) };
    await insertEvent(tx, accountId, { ...made, kind: 'download', profileName, profileVersion });
    const target = `File ${file.number}`;
    await audit(tx, { ...by(call), accountId, action: 'pay-file.download', target, detail: profileName });
  });
}

function profileRoutes(app: FastifyInstance, { db }: Services) {
  const change = <T>(
    call: UserCall,
    name: string,
    detail: Message,
    work: (tx: Db, accountId: string) => Promise<T>,
  ) => {
    const { accountId, userId } = call.caller;
    app.gate.rateLimiter.take('setup', userId, call.now);
    return db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const answer = await work(tx, accountId);
      await audit(tx, { ...by(call), accountId, action: 'pay-profile.change', target: name, detail });
      return call.answered(tx, answer);
    });
  };
  const present = async (tx: Db, accountId: string, profileId: string, version: number) => {
    const profile = await selectProfile(tx, accountId, profileId);
    if (!profile) throw notFound(words('Profile not found'));
    if (profile.version !== version) throw outdated();
    return profile;
  };
  route(app, contract.listPayProfiles, async ({ caller: { accountId } }) => ({
    profiles: await db.tenant(accountId, (tx) => selectProfiles(tx, accountId)),
  }));
  route(app, contract.createPayProfile, (call) =>
    change(call, call.body.name, msg('made'), async (tx, accountId) => {
      if ((await readProfileCount(tx, accountId)) >= contract.MAX_PAY_PROFILES)
        throw new Refusal(
          'LIMIT_REACHED',
          msg('An account has at most {most} profiles. Delete one first.', { most: contract.MAX_PAY_PROFILES }),
        );
      const profile = { _id: uuidv7({ msecs: call.now.getTime() }), version: 1, ...call.body };
      await upsertProfile(tx, accountId, profile);
      return profile;
    }),
  );
  route(app, contract.updatePayProfile, (call) =>
    change(
      call,
      call.body.name,
      msg('version {version}', { version: call.body.version + 1 }),
      async (tx, accountId) => {
        const { version, ...fields } = call.body;
        const { _id } = await present(tx, accountId, call.params.payProfileId, version);
        const profile = { _id, version: version + 1, ...fields };
        await upsertProfile(tx, accountId, profile);
        return profile;
      },
    ),
  );
  route(app, contract.deletePayProfile, async (call) => {
    const { accountId } = call.caller;
    const found = await db.tenant(accountId, (tx) => selectProfile(tx, accountId, call.params.payProfileId));
    return change(call, found?.name ?? '', msg('deleted'), async (tx) => {
      const { _id } = await present(tx, accountId, call.params.payProfileId, call.query.version);
      await deleteProfile(tx, accountId, _id, call.now);
      return { ok: true as const };
    });
  });
}

/** The calls of payroll systems. */
function systemRoutes(app: FastifyInstance, { db, clock }: Services) {
  const systemOf = (caller: PayrollCaller, { systemId }: { systemId: string }) =>
    checkSystem(caller, systemId, 'fetch');
  route(app, contract.listPayPeriods, ({ caller, params, query }) => {
    const systemId = systemOf(caller, params);
    const { accountId } = caller;
    return db.tenant(accountId, async (tx) => {
      const found = await selectPayFiles(tx, accountId, contract.MAX_PAY_FILES, query.after);
      const ids = found.map(({ _id }) => _id);
      const taken = await selectTaken(tx, accountId, systemId, ids);
      const takenAt = new Map(taken.map(({ payFileId, at }) => [payFileId, at]));
      return { results: found.map((file) => ({ ...file, takenAt: takenAt.get(file._id) ?? null })) };
    });
  });
  route(app, contract.getPayLines, async ({ caller, params, query, request, reply }) => {
    systemOf(caller, params);
    const { accountId } = caller;
    const page = await db.tenant(accountId, (tx) => pageOf(tx, accountId, params.periodId, query));
    const tag = `"${page.file.hash}.${query.lastIndex}.${query.rows}"`;
    reply.header('etag', tag);
    return isUnchanged(request.headers['if-none-match'], tag) ? reply.code(304).send() : page;
  });
  route(app, contract.takePayPeriod, ({ caller, params, body, address }) => {
    const systemId = systemOf(caller, params);
    const { accountId, syncKeyId } = caller;
    return db.tenant(accountId, async (tx) => {
      await lockAccount(tx, accountId);
      const now = clock.now();
      if (!(await isSyncKeyInForce(tx, accountId, syncKeyId)))
        throw new Refusal('SESSION_EXPIRED', words('This sync key was revoked.'));
      const file = await selectPayFile(tx, accountId, params.periodId);
      if (!file) throw notFound(words('Payroll file not found'));
      if (file.hash !== body.hash) throw conflict(words('This is not the hash of the file: fetch its lines again.'));
      const [taken] = await selectTaken(tx, accountId, systemId, [file._id]);
      if (taken) return { takenAt: taken.at };
      await insertEvent(tx, accountId, {
        kind: 'taken',
        payFileId: file._id,
        by: systemId,
        now,
        systemId,
        hash: file.hash,
      });
      const entry = { accountId, at: now, actor: 'sync key', address, target: `File ${file.number}`, detail: systemId };
      await audit(tx, { ...entry, action: 'pay-file.taken' });
      return { takenAt: now.toISOString() };
    });
  });
}
