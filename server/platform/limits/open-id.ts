import { createHash } from 'node:crypto';

/** SHA-256 (hex) of a guest's device secret (`openId`); only the hash is stored and used as a rate-limit key. */
export const hashOpenId = (openId: string) => createHash('sha256').update(`openId:${openId}`).digest('hex');
