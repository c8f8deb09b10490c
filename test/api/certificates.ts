import type {IncomingMessage} from 'node:http';
import {createServer} from 'node:https';
import {listening} from '../helpers/service.ts';

/**
 * For tests alone: a key that guards nothing, and two self-signed certificates of it for localhost, 127.0.0.1
 * and service.example.
 */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgChr25z6JTyR+fpDG
M4QkvOpG9Ia1UrAKq0SWZ95rBkShRANCAAS1VxzgU87jPSTON6Tthel/3G0YQH36
jyLVbD/JJJIYlyqKU8BikIUNilURsp2J4v/Myq39HmgviuaM70jOZzmq
-----END PRIVATE KEY-----`;

/** 2020 to 2120. */
export const valid = `-----BEGIN CERTIFICATE-----
MIIBdDCCARugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLVXHOBTzuM9JM43
pO2F6X/cbRhAffqPItVsP8kkkhiXKopTwGKQhQ2KVRGynYni/8zKrf0eaC+K5ozv
SM5nOaqjXDBaMCsGA1UdEQQkMCKCCWxvY2FsaG9zdIIPc2VydmljZS5leGFtcGxl
hwR/AAABMAwGA1UdEwQFMAMBAf8wHQYDVR0OBBYEFLirTFhjsp6T2fPePbfEM3gX
tE2PMAoGCCqGSM49BAMCA0cAMEQCIEoMVb1c6HpnqHQGjP3I3uyYNG18NSkdqlhn
7rUWkM82AiApG9e1dalwXOozUQv8Q2Le4kkcRrnvWJIXgCIYEsRJzA==
-----END CERTIFICATE-----`;

/** Only in 2019. */
export const expired = `-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS1VxzgU87jPSTON6Tt
hel/3G0YQH36jyLVbD/JJJIYlyqKU8BikIUNilURsp2J4v/Myq39HmgviuaM70jO
Zzmqo1wwWjArBgNVHREEJDAigglsb2NhbGhvc3SCD3NlcnZpY2UuZXhhbXBsZYcE
fwAAATAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBS4q0xYY7Kek9nz3j23xDN4F7RN
jzAKBggqhkjOPQQDAgNIADBFAiBZv5YR5C2VvcTxW4+c56//7g73QKvGFl2xx/+g
HyRacQIhAK8Zjifa1/LNCEDq7yxgzmQTNYAL+AVHAdS9/pCc7Omc
-----END CERTIFICATE-----`;

/**
 * A service with that certificate on 127.0.0.1, until the end of the test. It answers each request so, and
 * remembers them.
 */
export async function tlsService(
  cert: string,
  answer: (request: IncomingMessage) => unknown = () => ({orderId: 7, items: []}),
): Promise<{port: number; seen: string[]}> {
  const seen: string[] = [];
  const server = createServer({key, cert}, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const body = answer(request);
    if (body !== undefined) response.end(JSON.stringify(body));
  });
  return {port: await listening(server), seen};
}
