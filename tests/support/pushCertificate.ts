/** A self-signed certificate and its key for the two push services of the tests; of no use anywhere else. */
const pem = (label: string, body: readonly string[]) =>
  `-----BEGIN ${label}-----\n${body.join('').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

export const PUSH_KEY = pem('PRIVATE KEY', [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwjl3zsKf6U7x8pLo2S0ClqQ/xuMVTd+uz2AxhrvUEcuhRANCAAQ0CY/L3NK+CC',
  '6cHhbpq3F6UD8QdqNkPJ9p4n/wvA22agH4+62W23MJVJy7gCuy3EFU+kiGw1ZJhQj+MpTZ8hde',
]);
export const PUSH_CERTIFICATE = pem('CERTIFICATE', [
  'MIIB4zCCAYmgAwIBAgIUXmLKJHn2OWqkG5oUFBXRXxG8kyAwCgYIKoZIzj0EAwIwJDEiMCAGA1UEAwwZcHVzaCBzZXJ2aWNlIG9mIHRoZSB0ZX',
  'N0czAgFw0yNjExMjIxMzAyNDVaGA8yMTI2MTAyOTEzMDI0NVowJDEiMCAGA1UEAwwZcHVzaCBzZXJ2aWNlIG9mIHRoZSB0ZXN0czBZMBMGByqG',
  'SM49AgEGCCqGSM49AwEHA0IABDQJj8vc0r4ILpweFumrcXpQPxB2o2Q8n2nif/C8DbZqAfj7rZbbcwlUnLuAK7LcQVT6SIbDVkmFCP4ylNnyF1',
  '6jgZYwgZMwHQYDVR0OBBYEFEWqpRbKefw2Rn1GIn6SdxCXmQlnMB8GA1UdIwQYMBaAFEWqpRbKefw2Rn1GIn6SdxCXmQlnMA8GA1UdEwEB/wQF',
  'MAMBAf8wQAYDVR0RBDkwN4ISZmNtLmdvb2dsZWFwaXMuY29tgiF1cGRhdGVzLnB1c2guc2VydmljZXMubW96aWxsYS5jb20wCgYIKoZIzj0EAw',
  'IDSAAwRQIhAJvUtiZZUvVVcYpZcnhiagmemZUpOXpG2CU8oX7JROTxAiAP9/V6ooOlElW0gmyAvSoyl/oNCIA7jTy2rdDMvkUY+Q==',
]);
