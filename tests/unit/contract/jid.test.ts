import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareJid, domainOfJid, jidOfService, jidOfUid, SERVICES, uidOfDomainJid, uidOfJid } from '#contract/jid.ts';

const DOMAIN = 'gemcall.test';
const anyUid = fc.integer({ min: 1, max: 999_999_999_999_999 });
const anyResource = fc.string({ minLength: 1 });

test('a uid survives conversion to an address and back, whatever the resource is', () => {
  fc.assert(
    fc.property(anyUid, anyResource, (uid, resource) => {
      const bare = jidOfUid(uid, DOMAIN);
      const full = `${bare}/${resource}`;
      expect(uidOfJid(full)).toBe(uid);
      expect(uidOfDomainJid(full, DOMAIN)).toBe(uid);
      expect(bareJid(full)).toBe(bare);
      expect(domainOfJid(full)).toBe(DOMAIN);
    }),
  );
});

test("a resource that looks like another user's address does not change the owner", () => {
  const full = `u_666@${DOMAIN}/u_9001@${DOMAIN}/x`;
  expect([bareJid(full), domainOfJid(full), uidOfDomainJid(full, DOMAIN)]).toEqual([`u_666@${DOMAIN}`, DOMAIN, 666]);
  expect(uidOfDomainJid(`evil.test/@${DOMAIN}`, DOMAIN)).toBeUndefined();
});

test.each([
  'u_0@gemcall.test',
  'u_01@gemcall.test',
  'u_-1@gemcall.test',
  'u_1.5@gemcall.test',
  'u_@gemcall.test',
  'u_1x@gemcall.test',
  'xu_1@gemcall.test',
  'U_1@gemcall.test',
  'u_1',
  'u_1@evil.test',
  'u_1@sub.gemcall.test',
  'u_1@gemcall.test.evil.test',
  'u_1@evil.test@gemcall.test',
  'u_1@@gemcall.test',
  'u_١@gemcall.test',
  'u_1234567890123456@gemcall.test',
  'gemcall.test',
  '',
])('%s is not the address of a user', (jid) => {
  expect(uidOfDomainJid(jid, DOMAIN)).toBeUndefined();
});

test('a service has a sub-domain and is not a user', () => {
  for (const service of SERVICES) {
    const jid = jidOfService(service, DOMAIN);
    expect(jid).toBe(`${service}.${DOMAIN}`);
    expect([uidOfJid(jid), domainOfJid(jid), bareJid(`${jid}/x`)]).toEqual([undefined, jid, jid]);
  }
});

test('parsing arbitrary text as an address does not throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(bareJid(text)).not.toContain('/');
      expect(uidOfDomainJid(text, DOMAIN)).toBeUndefined();
      expect(domainOfJid(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
});
