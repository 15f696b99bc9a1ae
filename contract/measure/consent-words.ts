/** SHA-256 of the words of `CONSENT_VERSION`: of the pages about cookies and privacy, and of what the choice says, in all languages. */
export const CONSENT_WORDS_HASH = 'd9093cd2d839cbc2492e2932711ca37418acdfd5e6e72530deaed3d669ec2004';
