/**
 * Under `require-trusted-types-for 'script'` the URL of a worker must come from a policy (trap 9). This policy is
 * named in the server's CSP and only accepts scripts of this origin.
 */
function sameOrigin(url: string): string {
  const parsed = new URL(url, location.href);
  if (parsed.origin !== location.origin) throw new TypeError('A worker script must come from our own origin');
  return parsed.href;
}

type Policy = { createScriptURL(url: string): unknown };
type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy: Policy = factory?.createPolicy('gemcall-worker', { createScriptURL: sameOrigin }) ?? {
  createScriptURL: sameOrigin,
};

/** Returns the URL of a worker script as a TrustedScriptURL where the browser supports Trusted Types. Throws for a foreign origin. */
export function trustedScriptUrl(url: string): string {
  // TypeScript's DOM types lack Trusted Types: browsers accept the object where the types require a string.
  return policy.createScriptURL(url) as string;
}
