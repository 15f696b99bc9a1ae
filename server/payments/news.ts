/** PostgreSQL channel on which the uid of an account is announced whose gems have become more by a purchase. */
export const RECHARGED = 'recharged';
