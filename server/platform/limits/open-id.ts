import { createHash } from 'node:crypto';

/** SHA-256 of a guest's device secret, in hexadecimal: what is stored and counted instead of it. */
export const hashOpenId = (openId: string) => createHash('sha256').update(`openId:${openId}`).digest('hex');
