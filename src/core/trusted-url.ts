/**
 * Under `require-trusted-types-for 'script'` a worker's address must come from a policy (trap 9).
 * Ours is named in the server's CSP and lets nothing pass but scripts of our own origin.
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

/** The address of a worker script of ours, in the form that the browser's sinks take. Throws for a foreign origin. */
export function trustedScriptUrl(url: string): string {
  // TypeScript's DOM types have no Trusted Types yet: sinks accept the object where the types require a string.
  return policy.createScriptURL(url) as string;
}
