export const HOME = '/message';
export const LOGIN = '/login';
export const PASSWORD_LOGIN = '/userpassword';
export const SETTINGS = '/settings';

export const threadPath = (tid: string) => `${HOME}/${encodeURIComponent(tid)}`;
