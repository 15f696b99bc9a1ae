/**
 * SHA-256 of the consent texts of `CONSENT_VERSION`, which each proof of consent includes: the cookie and privacy pages and the consent
 * dialog, in all languages. A test fails when the texts change.
 */
export const CONSENT_TEXTS_HASH = 'fac1861b4c3d7de7b912be0205f4e7a149f0f807cc7116d246bc325e1a31812d';
