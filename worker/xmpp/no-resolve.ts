/**
 * Replaces the XMPP library's discovery of a server by domain (vite.config.ts). The full address is always
 * configured, so the worker makes no DNS or host-meta lookup.
 */
export default function resolve(): void {}
