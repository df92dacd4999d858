import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { z } from 'zod';
import type { Assertion, Attestation } from '#contract/access/signIn.ts';

/** Fields that are deliberately wrong: a server must check each of them. */
export type Fault = {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  rpId?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  isSyncable?: boolean;
  counter?: number;
  userHandle?: string | undefined;
  /** Signs with an unknown key. */
  key?: 'another';
  /** Adds a certificate of the maker with a valid signature: 'fido-u2f'. */
  attested?: { certificate: Buffer; key: string };
  /** Changes a byte of the signature. */
  signature?: 'spoiled';
};

type Options = {
  rpId?: string;
  origin?: string;
  algorithm?: -7 | -8 | -257 | -39;
  /** Kept by a provider on several devices. */
  isSynced?: boolean;
  /** Undefined: the passkey has no counter. */
  counter?: number;
};

/** A passkey in software: it creates itself and signs, with the results that a browser returns. */
export type SoftwareKey = {
  readonly id: string;
  make(options: { challenge: string; user: { id: string } }, fault?: Fault): Attestation;
  sign(challenge: string, fault?: Fault): Assertion;
  /** Returns a clone with the present counter, as a thief would have it. */
  copy(): SoftwareKey;
};

type State = { id: Buffer; key: Key; counter: number; userHandle: string };
type Key = ReturnType<typeof newKey>;

export function createSoftwareKey(options: Options = {}, from?: State): SoftwareKey {
  const { rpId = 'tallyboard.test', origin = 'https://tallyboard.test', algorithm = -7, isSynced = false } = options;
  const state: State = from ?? {
    id: randomBytes(32),
    key: newKey(algorithm),
    counter: options.counter ?? 0,
    userHandle: '',
  };
  const counts = options.counter !== undefined;

  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: fault.crossOrigin ?? false,
        ...(fault.topOrigin !== undefined && { topOrigin: fault.topOrigin }),
      }),
    );
  const head = (fault: Fault, attested: boolean) => {
    const { isPresent = true, isVerified = true, isSyncable = isSynced } = fault;
    const flags =
      (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (isSyncable ? 8 : 0) | (isSynced ? 16 : 0) | (attested ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? state.counter);
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), counter]);
  };

  return {
    id: state.id.toString('base64url'),
    make({ challenge, user }, fault = {}) {
      state.userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(state.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, state.id, cbor(state.key.cose)]);
      const authData = Buffer.concat([head(fault, true), attested]);
      const json = clientData('webauthn.create', challenge, fault);
      const statement = new Map<string, unknown>();
      if (fault.attested) {
        const point = [-2, -3].map((axis) => z.instanceof(Buffer).parse(state.key.cose.get(axis)));
        const signed = Buffer.concat([
          Buffer.of(0),
          authData.subarray(0, 32),
          sha256(json),
          state.id,
          Buffer.of(4),
          ...point,
        ]);
        statement.set('sig', sign('sha256', signed, fault.attested.key)).set('x5c', [fault.attested.certificate]);
      }
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', fault.attested ? 'fido-u2f' : 'none'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      );
      return {
        id: this.id,
        response: {
          clientDataJSON: json.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(challenge, fault = {}) {
      if (counts) state.counter++;
      const json = clientData('webauthn.get', challenge, fault);
      const authData = head(fault, false);
      const key = fault.key === 'another' ? newKey(algorithm) : state.key;
      const signature = signWith(key, Buffer.concat([authData, sha256(json)]));
      if (fault.signature) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      const userHandle = 'userHandle' in fault ? fault.userHandle : state.userHandle;
      return {
        id: this.id,
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
    copy: () => createSoftwareKey(options, { ...state }),
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** COSE numbers of a key's fields (RFC 9053). -39 (PS512) is accepted by nobody. */
function newKey(algorithm: -7 | -8 | -257 | -39): {
  secret: KeyObject;
  algorithm: number;
  cose: Map<unknown, unknown>;
} {
  const pair =
    algorithm === -7
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : algorithm === -8
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  const bytes = (field: string | undefined) => Buffer.from(field ?? '', 'base64url');
  const fields: [number, unknown][] =
    algorithm === -7
      ? [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(jwk.x)],
          [-3, bytes(jwk.y)],
        ]
      : algorithm === -8
        ? [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(jwk.x)],
          ]
        : [
            [1, 3],
            [3, algorithm],
            [-1, bytes(jwk.n)],
            [-2, bytes(jwk.e)],
          ];
  return { secret: pair.privateKey, algorithm, cose: new Map(fields) };
}

const signWith = ({ secret, algorithm }: Key, data: Buffer) => sign(algorithm === -8 ? null : 'sha256', data, secret);

/** Encodes numbers, texts, bytes, lists and maps in CBOR (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
  throw new TypeError('Not written here');
}

function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
