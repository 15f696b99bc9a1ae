const ADDRESS = /^(\[.*\]|[\d.]+)$/;

/** Whether this page can create and use passkeys: the browser has WebAuthn, and the host has a name, as no address gets a passkey. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !ADDRESS.test(location.hostname);
