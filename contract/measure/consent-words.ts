/** SHA-256 of the words of `CONSENT_VERSION`: of the pages about cookies and privacy, and of what the choice says, in all languages. */
export const CONSENT_WORDS_HASH = 'fac1861b4c3d7de7b912be0205f4e7a149f0f807cc7116d246bc325e1a31812d';
